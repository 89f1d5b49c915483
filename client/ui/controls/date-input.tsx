import { CalendarDays } from 'lucide-react'
import { Suspense, useState, type Ref } from 'react'
import type { CalendarProps } from './calendar.tsx'
import { cx } from '../cx.ts'
import { parseDateText, showDateText, type DateKind } from './date-text.ts'
import { IconButton } from './icon-button.tsx'
import { later } from '../later.ts'
import { Popover } from '../overlays/popover.tsx'
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
 * where it is a field error and never an empty value. Beside it a button, or Alt and the down arrow, opens a calendar.
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
          if (event.key !== 'ArrowDown' || !event.altKey || rest.disabled || rest.readOnly) return
          event.preventDefault()
          setOpen(true)
        }}
        className="tabular pr-8"
      />
      {!rest.disabled && !rest.readOnly && (
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

const LazyCalendar = later(async () => (await import('./calendar.tsx')).Calendar)

interface CalendarButtonProps extends CalendarProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A calendar behind a button; its code loads when it opens. */
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
    <Suspense fallback={<div className="h-72 w-61" />}>
      <LazyCalendar {...calendar} />
    </Suspense>
  </Popover>
)
