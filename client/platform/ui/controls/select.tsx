import { CSPProvider } from '@base-ui/react/csp-provider'
import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { controlClass, lineClass } from './control.ts'
import { cx } from '../styles/cx.ts'
import { useFieldControl } from './field.tsx'
import { optionClass, popupClass } from '../overlays/popup.ts'

export interface SelectOption<V extends string | number> {
  readonly value: V
  readonly label: string
  /** Shown instead of the label in the list, for example a pill. */
  readonly content?: ReactNode
}

interface SelectProps<V extends string | number> {
  options: readonly SelectOption<V>[]
  value: V | null
  onChange: (value: V | null) => void
  placeholder?: string
  /** Adds a first row with this text that clears the field ('No value'). */
  emptyLabel?: string
  disabled?: boolean
  className?: string
  'aria-label'?: string
  onBlur?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** Renders a choice of up to about 20 options; use `Combobox` for longer lists. Typing jumps to the matching row. */
export const Select = <V extends string | number>(props: SelectProps<V>) => {
  const {
    options,
    value,
    onChange,
    placeholder = 'Select',
    emptyLabel,
    disabled,
    className,
    onBlur,
    ref,
  } = props
  return (
    <Base.Root<V>
      value={value}
      onValueChange={(next) => onChange(next)}
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      disabled={disabled ?? false}
    >
      <Base.Trigger
        {...useFieldControl()}
        ref={ref}
        aria-label={props['aria-label']}
        onBlur={onBlur}
        className={cx(
          controlClass,
          lineClass,
          'flex items-center justify-between gap-2 text-left',
          className,
        )}
      >
        <Base.Value className="truncate data-placeholder:text-ink-3" placeholder={placeholder} />
        <Base.Icon className="text-ink-3">
          <ChevronsUpDown size={14} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <SelectPopup options={options} emptyLabel={emptyLabel} />
    </Base.Root>
  )
}

interface SelectSeveralProps<V extends string> {
  options: readonly SelectOption<V>[]
  /** In the order of the options. */
  value: readonly V[]
  onChange: (value: readonly V[]) => void
  /** Shown if nothing is chosen: 'All coverage types'. */
  placeholder: string
}

/** Renders a choice of several of up to about 20 options, named in one line. The list stays open while someone chooses. */
export const SelectSeveral = <V extends string>(props: SelectSeveralProps<V>) => {
  const { options, value, onChange, placeholder } = props
  const chosen = options.filter((option) => value.includes(option.value))
  return (
    <Base.Root<V, true>
      multiple
      value={[...value]}
      onValueChange={(next) =>
        onChange(options.flatMap((option) => (next.includes(option.value) ? [option.value] : [])))
      }
    >
      <Base.Trigger
        {...useFieldControl()}
        className={cx(controlClass, lineClass, 'flex items-center justify-between gap-2 text-left')}
      >
        <Base.Value className={cx('truncate', chosen.length === 0 && 'text-ink-3')}>
          {() => (chosen.length === 0 ? placeholder : chosen.map(({ label }) => label).join(', '))}
        </Base.Value>
        <Base.Icon className="text-ink-3">
          <ChevronsUpDown size={14} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <SelectPopup options={options} emptyLabel={undefined} />
    </Base.Root>
  )
}

interface SelectPopupProps {
  options: readonly SelectOption<string | number>[]
  emptyLabel: string | undefined
}

const SelectPopup = ({ options, emptyLabel }: SelectPopupProps) => (
  // The content security policy would block Base UI's style element.
  <CSPProvider disableStyleElements>
    <Base.Portal render={<section aria-label="Options" />}>
      <Base.Positioner data-layer="overlay" sideOffset={4} alignItemWithTrigger={false}>
        <Base.Popup className={cx(popupClass, 'min-w-(--anchor-width) overflow-y-auto p-1')}>
          {emptyLabel !== undefined && <Option value={null} label={emptyLabel} muted />}
          {options.map((option) => (
            <Option key={option.value} {...option} />
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </CSPProvider>
)

interface OptionProps {
  value: string | number | null
  label: string
  content?: ReactNode
  muted?: boolean
}

const Option = ({ value, label, content, muted }: OptionProps) => (
  <Base.Item value={value} label={label} className={optionClass}>
    <Base.ItemText className={cx('min-w-0 flex-1', muted && 'text-ink-3')}>{content ?? label}</Base.ItemText>
    <Base.ItemIndicator className="text-accent-text">
      <Check size={16} aria-hidden />
    </Base.ItemIndicator>
  </Base.Item>
)
