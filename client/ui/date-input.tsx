import { Calendar } from 'lucide-react'
import { useRef, useState, type Ref } from 'react'
import { cx } from './cx.ts'
import { parseDateText, showDateText, type DateKind } from './date-text.ts'
import { IconButton } from './icon-button.tsx'
import { TextInput } from './text-input.tsx'

export interface DateInputProps {
  /** `YYYY-MM-DD`, '' for none, or text that is no date and stays to be mended. */
  value: string
  /** Told `YYYY-MM-DD`, '' or the bad text; the contract's schema tells them apart. */
  onChange: (value: string) => void
  /** `birth` reads two-digit years as past (decisions section 1). */
  kind?: DateKind
  disabled?: boolean
  readOnly?: boolean
  className?: string
  onBlur?: () => void
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * A date typed or pasted in any usual shape, shown mm/dd/yyyy. Text that is no date is kept and given to the form,
 * where it is a field error and never an empty value. The calendar is the browser's own.
 */
export const DateInput = (props: DateInputProps) => {
  const { value, onChange, kind = 'other', className, onBlur, ...rest } = props
  const [typed, setTyped] = useState<string | null>(null)
  const settle = () => {
    if (typed !== null) onChange(parseDateText(typed, kind) ?? typed.trim())
    setTyped(null)
    onBlur?.()
  }
  return (
    <div className={cx('relative w-36 max-w-full', className)}>
      <TextInput
        {...rest}
        inputMode="numeric"
        placeholder="mm/dd/yyyy"
        autoComplete="off"
        value={typed ?? showDateText(value)}
        onChange={(event) => {
          setTyped(event.target.value)
          onChange(parseDateText(event.target.value, kind) ?? event.target.value)
        }}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && setTyped(null)}
        className="tabular pr-8"
      />
      {!rest.disabled && !rest.readOnly && (
        <NativeCalendar value={parseDateText(value, kind) ?? ''} onPick={onChange} />
      )}
    </div>
  )
}

/** The browser's own calendar, behind a button. */
const NativeCalendar = ({ value, onPick }: { value: string; onPick: (day: string) => void }) => {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={(event) => onPick(event.target.value)}
        className="pointer-events-none absolute right-2 bottom-0 h-px w-px opacity-0"
      />
      <IconButton
        icon={Calendar}
        label="Open calendar"
        size="sm"
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => picker.current?.showPicker()}
      />
    </>
  )
}
