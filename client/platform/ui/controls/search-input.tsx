import { Search, X } from 'lucide-react'
import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { useScreenKeys } from '../focus/screen-keys.ts'
import { cx } from '../styles/cx.ts'
import { IconButton } from './icon-button.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

interface SearchInputProps extends Omit<TextInputProps, 'type' | 'onChange' | 'value' | 'ref'> {
  value: string
  onChange: (value: string) => void
  /** The label for screen readers; defaults to the placeholder. */
  label?: string
  /** The part of the screen, as the list of keys names it, in which / moves the focus here. */
  slashPart?: string
  /** Whether Enter and ↓ lead into the rows of the screen’s table. */
  leadsToRows?: boolean
  /** The input, for focusing it from outside. */
  inputRef?: RefObject<HTMLInputElement | null> | undefined
}

/** Renders a search field with a button that clears it; Escape clears it too. */
export const SearchInput = ({
  value,
  onChange,
  label,
  className,
  placeholder = 'Search',
  inputRef,
  slashPart,
  leadsToRows = false,
  ...rest
}: SearchInputProps) => {
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  useSlash(slashPart, () => input.current?.focus())
  const clear = () => {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className={cx('relative', className)}>
      <Search
        size={16}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-2.5 my-auto text-ink-3"
      />
      <TextInput
        {...rest}
        ref={input}
        type="search"
        data-leads-to-rows={leadsToRows || undefined}
        aria-label={label ?? placeholder}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => value !== '' && clearOnEscape(event, onChange)}
        className="pr-8 pl-8.5"
      />
      {value !== '' && (
        <IconButton
          icon={X}
          label="Clear search"
          size="sm"
          className="absolute inset-y-0 right-1 my-auto"
          onClick={clear}
        />
      )}
    </div>
  )
}

const useSlash = (part: string | undefined, act: () => void): void =>
  useScreenKeys(part ?? '', part === undefined ? [] : [{ keys: ['/'], label: 'Go to the search', act }])

const clearOnEscape = (event: KeyboardEvent, onChange: (value: string) => void): void => {
  if (event.key !== 'Escape') return
  event.stopPropagation()
  event.preventDefault()
  onChange('')
}
