import { useState } from 'react'
import { DayPicker } from 'react-day-picker'
import { localDay } from '#client/platform/lib/format.ts'
import { currentDay } from '#client/platform/lib/today.ts'
import { cx } from '../styles/cx.ts'
import type { DateKind } from './date-text.ts'

export interface CalendarProps {
  /** `YYYY-MM-DD`, or '' for none. */
  value: string
  kind: DateKind
  onPick: (day: string) => void
}

/** Years before and after today in the year list. A selected date outside this range adds its own year. */
const reach = { birth: [110, 0], other: [15, 15] } as const satisfies Record<
  DateKind,
  readonly [number, number]
>

const toDate = (value: string): Date | undefined => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (year === undefined) return undefined
  const date = new Date(Number(year), Number(month) - 1, Number(day))
  // for years below 100, the constructor means the 1900s
  date.setFullYear(Number(year))
  return date
}

const navigation =
  'absolute top-2.5 z-10 inline-grid size-7 place-items-center rounded-control text-ink-3 hover:bg-hover hover:text-ink aria-disabled:opacity-50 coarse:size-10'
const icon = 'size-4 fill-current'

const classNames = {
  root: 'relative p-2.5',
  month_caption: 'flex h-7 items-center justify-center px-8 coarse:h-10 coarse:px-11',
  dropdowns: 'flex items-center gap-1 font-medium',
  dropdown_root:
    'relative inline-flex h-7 items-center rounded-control px-1.5 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-ring coarse:h-10',
  dropdown: 'absolute inset-0 w-full cursor-default appearance-none opacity-0',
  caption_label: 'inline-flex items-center gap-1',
  chevron: icon,
  button_previous: cx(navigation, 'left-2.5'),
  button_next: cx(navigation, 'right-2.5'),
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-8 text-meta font-medium text-ink-3 coarse:size-10',
  day: 'p-0 text-center',
  day_button:
    'tabular size-8 rounded-control text-ink hover:bg-hover focus-visible:outline-2 focus-visible:outline-ring coarse:size-10',
  outside: '[&_button]:text-ink-3',
  today: '[&_button]:font-semibold [&_button]:shadow-line',
  selected: '[&_button]:bg-accent [&_button]:text-on-accent [&_button]:hover:bg-accent-hover',
}

/** Focuses the selected day, or today, when the calendar opens. */
const focusOnOpen = { autoFocus: true }

/** Renders a month of days. Weeks start on Sunday in every browser language. */
export const Calendar = ({ value, kind, onPick }: CalendarProps) => {
  const selected = toDate(value)
  const [today] = useState(currentDay)
  const thisYear = Number(today.slice(0, 4))
  const year = selected?.getFullYear() ?? thisYear
  const [back, ahead] = reach[kind]
  return (
    <DayPicker
      mode="single"
      {...focusOnOpen}
      showOutsideDays
      weekStartsOn={0}
      captionLayout="dropdown"
      startMonth={new Date(Math.min(thisYear - back, year), 0)}
      endMonth={new Date(Math.max(thisYear + ahead, year), 11)}
      selected={selected}
      today={new Date(`${today}T12:00`)}
      {...(selected && { defaultMonth: selected })}
      onSelect={(_selected, day) => onPick(localDay(day))}
      classNames={classNames}
    />
  )
}
