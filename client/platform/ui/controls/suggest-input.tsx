import { Autocomplete } from '@base-ui/react/autocomplete'
import { useId, useState, type InputHTMLAttributes, type KeyboardEvent, type Ref } from 'react'
import { controlClass, lineClass } from './control.ts'
import { cx } from '../styles/cx.ts'
import { useFieldCombobox } from './field.tsx'
import { optionClass, popupClass } from '../overlays/popup.ts'
import { Truncate } from '../overlays/truncate.tsx'

export interface SuggestInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'list' | 'defaultValue'
> {
  /** The values of the list. If it's empty, any text is a value. */
  suggestions: readonly string[]
  /** Whether any text is a value, not only one of the list. */
  isFree?: boolean
  value: string
  /** Called with a value of the list, '' or a new value that the user confirmed with “Use … anyway”. */
  onChange: (text: string) => void
  /** Called after `onChange` when a value was chosen from the list or used anyway. */
  onChoose?: (text: string) => void
  /**
   * Called with typed text that isn't a value yet, and with null when there is none.
   */
  onPending?: (text: string | null) => void
  /** Whether the caller says that such a text isn't a value; otherwise the input does. */
  hasOwnNote?: boolean
  ref?: Ref<HTMLInputElement>
}

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** 'Use “Pharm” anyway' */
export const anywayLabel = (text: string): string => `Use “${text}” anyway`

/**
 * Renders a text field with a list of values: the down arrow shows all of them, typing shows the matches. Enter
 * selects the first match. A text that isn’t in the list becomes a value only by “Use … anyway”.
 */
export const SuggestInput = (props: SuggestInputProps) => {
  const typing = useTyping(props)
  const { items, pending } = typing
  const noteId = useId()
  const isNoted = typing.isRefused && pending !== null && props.hasOwnNote !== true
  return (
    <>
      <Autocomplete.Root<string>
        items={items}
        filteredItems={items}
        autoHighlight={props.isFree !== true && typing.matches.length > 0}
        value={typing.typed ?? props.value}
        onValueChange={(text, { reason }) => {
          if (reason === 'escape-key' || reason === 'clear-press') return
          if (reason === 'item-press') typing.choose(text)
          else typing.type(text)
        }}
        open={typing.isOpen && items.length > 0}
        onOpenChange={typing.setOpen}
      >
        <Line {...props} typing={typing} noteId={isNoted ? noteId : null} />
        <Suggestions suggestions={props.suggestions} />
      </Autocomplete.Root>
      {isNoted && (
        <output id={noteId} className="mt-1 block text-label text-warning-text">
          “{pending}” isn’t in the list and won’t be saved.{' '}
          <button
            type="button"
            className="min-h-6 font-medium underline underline-offset-2"
            onClick={() => typing.choose(pending)}
          >
            {anywayLabel(pending)}
          </button>
        </output>
      )}
    </>
  )
}

interface LineProps extends SuggestInputProps {
  typing: Typing
  noteId: string | null
}

const Line = (props: LineProps) => {
  const {
    typing,
    noteId,
    suggestions: _list,
    value: _value,
    onChange: _told,
    onChoose: _chosen,
    ...more
  } = props
  const {
    onPending: _pending,
    isFree: _free,
    hasOwnNote: _note,
    className,
    ref,
    onBlur,
    onKeyDown,
    ...rest
  } = more
  const field = useFieldCombobox()
  const described = [field['aria-describedby'], rest['aria-describedby'], noteId].filter(Boolean).join(' ')
  return (
    <Autocomplete.Input
      {...field}
      autoComplete="off"
      {...rest}
      aria-describedby={described === '' ? undefined : described}
      onBlur={(event) => {
        typing.leave()
        onBlur?.(event)
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        const isChoosing = event.currentTarget.getAttribute('aria-activedescendant') !== null
        if (event.key === 'Enter' && typing.pending !== null && !isChoosing) {
          event.preventDefault()
          typing.refuse()
        }
        onKeyDown?.(event)
      }}
      ref={ref}
      className={cx(controlClass, lineClass, className)}
    />
  )
}

const Suggestions = ({ suggestions }: Pick<SuggestInputProps, 'suggestions'>) => (
  <Autocomplete.Portal render={<section aria-label="Suggestions" />}>
    <Autocomplete.Positioner data-layer="overlay" sideOffset={4} align="start">
      <Autocomplete.Popup
        className={cx(popupClass, 'w-(--anchor-width) min-w-48 overflow-hidden data-empty:hidden')}
      >
        <Autocomplete.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto p-1 empty:p-0">
          {(one: string) => (
            <Autocomplete.Item key={one} value={one} className={optionClass}>
              <Truncate className="min-w-0">{suggestions.includes(one) ? one : anywayLabel(one)}</Truncate>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Popup>
    </Autocomplete.Positioner>
  </Autocomplete.Portal>
)

/** Returns the list's spelling of a text, if the list has it. */
const listedIn = (suggestions: readonly string[], text: string): string | undefined =>
  suggestions.find((one) => fold(one) === fold(text))

/** Returns the value of a text; null if it isn't a value yet. */
const valueOf = (suggestions: readonly string[], text: string): string | null => {
  if (suggestions.length === 0 || text.trim() === '') return text
  return listedIn(suggestions, text) ?? null
}

interface Draft {
  readonly text: string
  /** The value when the user started typing. */
  readonly before: string
}

/** Typed text that isn't a value yet. */
const pendingOf = (suggestions: readonly string[], { text, before }: Draft): string | null =>
  valueOf(suggestions, text) === null && text.trim() !== before ? text.trim() : null

type Typing = ReturnType<typeof useTyping>

/** Returns the only texts that are values; without any, every text is one. */
const valuesOf = ({ suggestions, isFree }: SuggestInputProps): readonly string[] =>
  isFree === true ? [] : suggestions

/** Keeps the typed text and the part of it that is a value. */
const useTyping = (props: SuggestInputProps) => {
  const { suggestions, value, onChange, onChoose, onPending } = props
  const listed = valuesOf(props)
  const [isOpen, setOpen] = useState(false)
  // the text in the field when the list opens isn't a search
  const [isSearch, setSearch] = useState(false)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isRefused, setRefused] = useState(false)
  const pending = draft && pendingOf(listed, draft)
  const sought = fold(draft?.text ?? '')
  const shown = isSearch ? suggestions.filter((one) => fold(one).includes(sought)) : suggestions
  const items = pending !== null && isSearch ? [...shown, pending] : shown
  return {
    typed: draft?.text ?? null,
    matches: isSearch ? shown : [],
    items,
    pending,
    isRefused,
    isOpen,
    setOpen: (open: boolean): void => {
      setOpen(open)
      if (!open) setSearch(false)
    },
    type: (text: string): void => {
      const next = { text, before: draft?.before ?? value }
      setSearch(true)
      setRefused(false)
      setDraft(next)
      onPending?.(pendingOf(listed, next))
      // until the text is a value, the field keeps its previous value
      onChange(valueOf(listed, text) ?? next.before)
    },
    choose: (text: string): void => {
      setDraft(null)
      setRefused(false)
      onPending?.(null)
      onChange(text)
      onChoose?.(text)
    },
    refuse: (): void => setRefused(true),
    leave: (): void => {
      // an empty list isn't shown, so nothing else closes it
      if (items.length === 0) setOpen(false)
      if (pending === null) setDraft(null)
      else setRefused(true)
    },
  }
}
