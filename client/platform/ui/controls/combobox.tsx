import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import type { Ref } from 'react'
import { controlClass, lineClass } from './control.ts'
import { cx } from '../styles/cx.ts'
import { useFieldCombobox } from './field.tsx'
import { optionClass, popupClass } from '../overlays/popup.ts'
import { Truncate } from '../overlays/truncate.tsx'

export interface ComboboxOption<V extends string | number> {
  readonly value: V
  readonly label: string
  /** A second line in a lighter color, for example an address or a code. */
  readonly detail?: string
}

interface ComboboxProps<V extends string | number> {
  options: readonly ComboboxOption<V>[]
  value: V | null
  onChange: (value: V | null) => void
  placeholder?: string
  /** Called with the typed text if the options come from a search; the caller then filters. */
  onSearch?: (text: string) => void
  /** Maximum number of options shown at once; typing finds all of them. */
  limit?: number
  /** Shown when nothing matches. */
  emptyText?: string
  disabled?: boolean
  'aria-label'?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

const iconClass = 'grid size-6 place-items-center rounded-[4px] text-ink-3 hover:bg-hover hover:text-ink'

/** Renders a field to choose one of many options by typing. */
export const Combobox = <V extends string | number>(props: ComboboxProps<V>) => {
  const { options, value, onChange, onSearch, placeholder = 'Search', disabled, ref } = props
  const selected = options.find((option) => option.value === value) ?? null
  return (
    <Base.Root<ComboboxOption<V>>
      items={options}
      value={selected}
      onValueChange={(next) => onChange(next?.value ?? null)}
      onInputValueChange={(text, details) => details.reason === 'input-change' && onSearch?.(text)}
      isItemEqualToValue={(a, b) => a.value === b.value}
      {...(onSearch ? { filter: null } : {})}
      disabled={disabled ?? false}
      limit={props.limit ?? -1}
      autoHighlight
    >
      <div className="relative">
        <Base.Input
          {...useFieldCombobox()}
          ref={ref}
          aria-label={props['aria-label']}
          placeholder={placeholder}
          onBlur={props.onBlur}
          className={cx(controlClass, lineClass, 'pr-14')}
        />
        <div className="absolute inset-y-0 right-1 flex items-center">
          <Base.Clear aria-label="Clear" className={iconClass}>
            <X size={14} aria-hidden />
          </Base.Clear>
          <Base.Trigger aria-label="Show options" className={iconClass}>
            <ChevronsUpDown size={14} aria-hidden />
          </Base.Trigger>
        </div>
      </div>
      <ComboboxPopup emptyText={props.emptyText ?? 'No matches'} />
    </Base.Root>
  )
}

/** Renders the list of options below the field. */
export const ComboboxPopup = ({ emptyText }: { emptyText: string }) => (
  <Base.Portal render={<section aria-label="Options" />}>
    <Base.Positioner data-layer="overlay" sideOffset={4}>
      <Base.Popup className={cx(popupClass, 'w-(--anchor-width) min-w-48 overflow-hidden')}>
        <Base.Empty>
          <div className="px-3 py-2.5 text-ink-3">{emptyText}</div>
        </Base.Empty>
        <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
          {(option: ComboboxOption<string | number>) => (
            <Base.Item key={option.value} value={option} className={optionClass}>
              <span className="min-w-0 flex-1">
                <Truncate className="block">{option.label}</Truncate>
                {option.detail && (
                  <Truncate className="block text-label text-ink-3">{option.detail}</Truncate>
                )}
              </span>
              <Base.ItemIndicator className="text-accent-text">
                <Check size={16} aria-hidden />
              </Base.ItemIndicator>
            </Base.Item>
          )}
        </Base.List>
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)
