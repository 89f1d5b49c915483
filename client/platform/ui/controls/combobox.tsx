import { Combobox as Base } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import { useState, type ReactNode, type Ref } from 'react'
import { useEarlyEnter } from '#client/platform/lib/use-early-enter.ts'
import { controlClass, lineClass } from './control.ts'
import { cx } from '../styles/cx.ts'
import { useFieldCombobox } from './field.tsx'
import { groupLabelClass, optionClass, popupClass } from '../overlays/popup.ts'
import { Truncate } from '../overlays/truncate.tsx'

export interface ComboboxOption<V extends string | number> {
  readonly value: V
  readonly label: string
  /** A second line in a lighter color, for example an address or a code. */
  readonly detail?: string
  /** Shown instead of the label in the list, for example a pill. */
  readonly content?: ReactNode
  /** Shown at the end of the row: a count. */
  readonly aside?: ReactNode
  /** The heading that it’s listed under. Options of a group follow each other. */
  readonly group?: string
}

export interface ComboboxProps<V extends string | number> {
  options: readonly ComboboxOption<V>[]
  value: V | null
  onChange: (value: V | null) => void
  placeholder?: string | undefined
  /** Called with the typed text if the options come from a search, and with '' once a choice is made or given up. */
  onSearch?: ((text: string) => void) | undefined
  /** Whether the options aren’t those of the typed text yet. Until then only those that match it can be chosen. */
  isSearching?: boolean | undefined
  /** The option of the value, if a search may not find it. */
  chosen?: ComboboxOption<V> | null | undefined
  /** Maximum number of options shown at once; typing finds all of them. */
  limit?: number
  /** Shown when nothing matches. */
  emptyText?: string
  /** Whether there is always a value; it then can’t be cleared. */
  isRequired?: boolean
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

const iconClass = 'grid size-6 place-items-center rounded-[4px] text-ink-3 hover:bg-hover hover:text-ink'

/** Renders a field to choose one of many options by typing: the best match is chosen by Enter. */
export const Combobox = <V extends string | number>(props: ComboboxProps<V>) => {
  const { isRequired = false, disabled = false } = props
  const { typed, left, current, shown, isOpen, search, choose, show, enterEarly } = useTyping(props)
  return (
    <Base.Root<ComboboxOption<V>>
      items={groupsOf(shown) ?? shown}
      value={current}
      onValueChange={choose}
      onInputValueChange={(text, { reason }) => search(reason === 'input-change' ? text : '')}
      open={isOpen}
      onOpenChange={(isShown, { reason }) =>
        show(isShown, reason === 'focus-out' || reason === 'outside-press')
      }
      isItemEqualToValue={(a, b) => a.value === b.value}
      filter={null}
      disabled={disabled}
      limit={props.limit ?? -1}
      autoHighlight
    >
      <Line {...props} isRequired={isRequired} isTyped={typed.trim() !== ''} onEarlyEnter={enterEarly} />
      {left !== '' && (
        <output className="mt-1 block text-label text-ink-2">
          “{left}” wasn’t chosen from the list.{current && ` ${current.label} stays.`}
        </output>
      )}
      <ComboboxPopup emptyText={props.isSearching ? 'Searching…' : (props.emptyText ?? 'No matches')} />
    </Base.Root>
  )
}

/** The text that someone types until they choose an option or leave the field, and the options that it means. */
const useTyping = <V extends string | number>(props: ComboboxProps<V>) => {
  const { options, value, onChange, onSearch, isRequired = false } = props
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState('')
  const [picked, setPicked] = useState<ComboboxOption<V> | null>(null)
  const current = useOptionOf(value, [props.chosen, ...options, picked])
  const shown = shownOf(props, typed, current)
  const search = (text: string): void => {
    setTyped(text)
    onSearch?.(text)
  }
  const choose = (next: ComboboxOption<V> | null): void => {
    setPicked(next)
    if (next || !isRequired) onChange(next?.value ?? null)
  }
  /** Chooses what is called what was typed: others are only shown, because no one has looked at them. */
  const chooseNamed = (): boolean => {
    const named = shown.find((option) => isCalled(option, typed))
    if (named) choose(named)
    return named !== undefined
  }
  const show = (isShown: boolean, isLeft = false): void => {
    setOpen(isShown)
    setLeft(isLeft && typed.trim() !== '' && !chooseNamed() ? typed.trim() : '')
    if (!isShown) search('')
  }
  const enterEarly = useEarlyEnter(typed, props.isSearching === true, () => {
    if (chooseNamed()) show(false)
  })
  return { typed, left, current, shown, isOpen, search, choose, show, enterEarly }
}

/**
 * Returns the option of a value, also once a search doesn’t find it: the same object until it means something else. For
 * a new one, or none, what is being typed is replaced by its label.
 */
const useOptionOf = <V extends string | number>(
  value: V | null,
  known: readonly (ComboboxOption<V> | null | undefined)[],
): ComboboxOption<V> | null => {
  const [before, setBefore] = useState<ComboboxOption<V> | null>(null)
  const option = [...known, before].find((one) => one?.value === value) ?? null
  const isSame = option?.value === before?.value && option?.label === before?.label
  if (!isSame) setBefore(option)
  return isSame ? before : option
}

/** Returns the options to choose from: before typing also the current one, then only what the text means. */
const shownOf = <V extends string | number>(
  { options, onSearch, isSearching = false }: ComboboxProps<V>,
  typed: string,
  current: ComboboxOption<V> | null,
): readonly ComboboxOption<V>[] => {
  if (typed.trim() === '')
    return current === null || options.some(({ value }) => value === current.value)
      ? options
      : [current, ...options]
  return onSearch && !isSearching ? options : matching(options, typed)
}

const Line = <V extends string | number>({
  isRequired,
  isTyped,
  onEarlyEnter,
  placeholder = 'Search',
  ref,
  onBlur,
  'aria-label': label,
  'aria-describedby': describedBy,
  'aria-invalid': isInvalid,
}: ComboboxProps<V> & { isRequired: boolean; isTyped: boolean; onEarlyEnter: () => void }) => {
  const fault = isInvalid === true && { 'aria-invalid': true, 'aria-describedby': describedBy }
  return (
    <div className="relative">
      <Base.Input
        {...useFieldCombobox()}
        {...fault}
        ref={ref}
        aria-label={label}
        placeholder={placeholder}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !isTyped) return
          if (event.currentTarget.hasAttribute('aria-activedescendant')) return
          // nothing matches: the text stays, and the form isn’t saved with the value that was there
          event.preventDefault()
          event.preventBaseUIHandler()
          onEarlyEnter()
        }}
        // typing replaces the value, as after Tab
        onClick={(event) => event.currentTarget.select()}
        className={cx(controlClass, lineClass, isRequired ? 'pr-8' : 'pr-14')}
      />
      <div className="absolute inset-y-0 right-1 flex items-center">
        {!isRequired && (
          <Base.Clear aria-label="Clear" className={iconClass}>
            <X size={14} aria-hidden />
          </Base.Clear>
        )}
        <Base.Trigger aria-label="Show options" className={iconClass}>
          <ChevronsUpDown size={14} aria-hidden />
        </Base.Trigger>
      </div>
    </div>
  )
}

const folded = (text: string): string => text.trim().toLowerCase()

/** Returns whether a text is an option’s label or value. */
export const isCalled = ({ value, label }: ComboboxOption<string | number>, text: string): boolean =>
  [String(value), label].some((name) => folded(name) === folded(text))

/** Returns the options that match a typed text: equal first, then those that start with it, then those that contain it. */
export const matching = <V extends string | number>(
  options: readonly ComboboxOption<V>[],
  typed: string,
): readonly ComboboxOption<V>[] => {
  const text = folded(typed)
  if (text === '') return options
  const rankOf = (option: ComboboxOption<V>): number =>
    isCalled(option, text) ? 0 : folded(option.label).startsWith(text) ? 1 : 2
  return options
    .filter((option) => isCalled(option, text) || folded(option.label).includes(text))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

type Option = ComboboxOption<string | number>

interface OptionGroup<V extends string | number> {
  readonly value: string
  readonly items: readonly ComboboxOption<V>[]
}

/** Returns the options under their headings; null if they have none. */
const groupsOf = <V extends string | number>(
  options: readonly ComboboxOption<V>[],
): readonly OptionGroup<V>[] | null =>
  options.some(({ group }) => group !== undefined)
    ? [...Map.groupBy(options, ({ group = '' }) => group)].map(([value, items]) => ({ value, items }))
    : null

/** Renders the list of options below the field. */
export const ComboboxPopup = ({ emptyText }: { emptyText: string }) => (
  <Base.Portal render={<section aria-label="Options" />}>
    <Base.Positioner data-layer="overlay" sideOffset={4}>
      <Base.Popup className={cx(popupClass, 'w-(--anchor-width) min-w-64 overflow-hidden')}>
        <Base.Empty>
          <div className="px-3 py-2.5 text-ink-3">{emptyText}</div>
        </Base.Empty>
        <Base.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
          {(entry: Option | OptionGroup<string | number>) =>
            'items' in entry ? (
              <Base.Group key={entry.value} items={entry.items}>
                {entry.value !== '' && (
                  <Base.GroupLabel className={groupLabelClass}>{entry.value}</Base.GroupLabel>
                )}
                <Base.Collection>
                  {(option: Option) => <Row key={option.value} option={option} />}
                </Base.Collection>
              </Base.Group>
            ) : (
              <Row key={entry.value} option={entry} />
            )
          }
        </Base.List>
      </Base.Popup>
    </Base.Positioner>
  </Base.Portal>
)

const Row = ({ option }: { option: Option }) => (
  <Base.Item value={option} className={optionClass}>
    <span className="min-w-0 flex-1">
      {option.content ?? <Truncate className="block">{option.label}</Truncate>}
      {option.detail && <Truncate className="block text-label text-ink-3">{option.detail}</Truncate>}
    </span>
    {option.aside !== undefined && <span className="tabular text-label text-ink-3">{option.aside}</span>}
    <Base.ItemIndicator className="text-accent-text">
      <Check size={16} aria-hidden />
    </Base.ItemIndicator>
  </Base.Item>
)
