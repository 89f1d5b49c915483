import { CalendarDays } from 'lucide-react'
import { useState, type Ref } from 'react'
import type { CalendarProps } from './calendar.tsx'
import { cx } from '../styles/cx.ts'
import { parseDateText, showDateText, type DateKind } from './date-text.ts'
import { IconButton } from './icon-button.tsx'
import { later } from '../states/later.tsx'
import { Popover } from '../overlays/popover.tsx'
import { TextInput } from './text-input.tsx'

interface DateInputProps {
  /** `YYYY-MM-DD`, '' for none, or text that isn't a date and has to be fixed. */
  value: string
  /** Called with `YYYY-MM-DD`, '' or text that isn't a date; the contract's schema tells them apart. */
  onChange: (value: string) => void
  /** `birth` reads 2-digit years as past years. */
  kind?: DateKind
  disabled?: boolean
  className?: string
  onBlur?: () => void
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/**
 * Renders a date field. It accepts dates typed or pasted in any common format and shows them as mm/dd/yyyy. Text that
 * isn't a date is passed to the form, where it's a field error and never an empty value. The button next to it, or
 * Alt+Down, opens a calendar.
 */
export const DateInput = (props: DateInputProps) => {
  const { value, onChange, kind = 'other', className, onBlur, ...rest } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const pick = (day: string) => {
    setTyped(null)
    setOpen(false)
    onChange(day)
  }
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
        onKeyDown={(event) => {
          if (event.key === 'Enter') setTyped(null)
          if (event.key !== 'ArrowDown' || !event.altKey || rest.disabled) return
          event.preventDefault()
          setOpen(true)
        }}
        className="tabular pr-8"
      />
      {!rest.disabled && (
        <CalendarButton
          kind={kind}
          value={parseDateText(value, kind) ?? ''}
          open={isOpen}
          onOpenChange={setOpen}
          onPick={pick}
        />
      )}
    </div>
  )
}

const LazyCalendar = later(
  async () => (await import('./calendar.tsx')).Calendar,
  <div className="h-72 w-61" />,
)

interface CalendarButtonProps extends CalendarProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Renders the calendar button; the calendar's code loads when it opens. */
const CalendarButton = ({ open, onOpenChange, ...calendar }: CalendarButtonProps) => (
  <Popover
    label="Calendar"
    align="end"
    open={open}
    onOpenChange={onOpenChange}
    trigger={
      <IconButton
        icon={CalendarDays}
        label="Open calendar"
        size="sm"
        className="absolute inset-y-0 right-1 my-auto"
      />
    }
  >
    <LazyCalendar {...calendar} />
  </Popover>
)
