import { noticeDays, type NoticeDays } from '#contract/outputs/reports/choices.ts'
import { isCoverageStatus, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { addDays, daysBetween } from '#server/platform/lib/days.ts'
import type { AgingLine } from '#server/records/student-periods/index.ts'

/** The statuses that change to aged out (the transition table’s `age_out`). */
export const changingWaivers = ['waived', 'waived_needs_reverified'] as const

/** Returns the age on a day. Someone born on February 29 is older on March 1 in other years. */
export const ageOn = (bornOn: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(bornOn.slice(0, 4)) - (today.slice(5) < bornOn.slice(5) ? 1 : 0)

/**
 * Returns which notice is due, by its days; null if there’s none. Only the nearest one is: if the notice of 60 days is
 * due, that of 90 days is never sent. None is sent on the last day of coverage or later.
 */
export const noticeDue = (today: string, endsOn: string, sent: readonly number[] = []): NoticeDays | null => {
  const left = daysBetween(today, endsOn)
  if (left <= 0) return null
  const nearest = noticeDays.findLast((days) => left <= days)
  return nearest === undefined || sent.some((days) => days <= nearest) ? null : nearest
}

/** Returns whether students are emailed about a line: it’s waived, of a student who hasn’t left. */
export const isNotified = ({ status, is_in_force }: Pick<AgingLine, 'status' | 'is_in_force'>): boolean =>
  changingWaivers.some((one) => one === status) && is_in_force

/**
 * How some records got to the status of a coverage type that they have now. Instants are places in the list that was asked
 * for: a place is how many of them are earlier.
 */
export interface StatusPath {
  readonly status: CoverageStatus
  readonly record_status: 'active' | 'inactive'
  readonly is_there: boolean
  /** The place of their first day. */
  readonly began: number
  /** What a field was before it first changed at a place, by place: the status of the coverage type is `line`. */
  readonly steps: readonly (readonly [
    place: number,
    field: 'line' | 'status' | 'deleted_at',
    before: string | null,
  ])[]
  /** How many records. */
  readonly quantity: number
}

/** The most days of status over time: with more weeks, each month’s end is shown. */
const mostWeeks = 26

/** Returns the days that status over time shows: every 7 days back from the last one, or the end of each month. */
export const daysShown = (first: string, last: string): string[] => {
  if (daysBetween(first, last) <= mostWeeks * 7) {
    const days = [last]
    for (let day = addDays(last, -7); day >= first; day = addDays(day, -7)) days.unshift(day)
    return days
  }
  const days: string[] = []
  for (let month = first.slice(0, 7); month < last.slice(0, 7); month = nextMonth(month))
    days.push(addDays(`${nextMonth(month)}-01`, -1))
  return [...days, last].slice(-mostMonths)
}

/** The most months shown, the latest ones. */
const mostMonths = 24

/** Returns the month after one; both are `YYYY-MM`. */
export const nextMonth = (month: string): string => addDays(`${month}-28`, 4).slice(0, 7)

/**
 * Counts active records by the status of a coverage type at several instants, by reversing what happened later
 * (`server/platform/history/rules/rewind.ts` does the same for every field of one record).
 * @param count how many instants
 */
export const countPastStatuses = (
  paths: readonly StatusPath[],
  count: number,
): Map<CoverageStatus, number>[] => {
  const counts = Array.from({ length: count }, () => new Map<CoverageStatus, number>())
  for (const path of paths)
    counts.forEach((counted, index) => {
      const status = statusAt(path, index)
      if (status !== null) counted.set(status, (counted.get(status) ?? 0) + path.quantity)
    })
  return counts
}

/** Returns the status at an instant, given by its place; null while the records weren’t active. */
const statusAt = (path: StatusPath, index: number): CoverageStatus | null => {
  const later = (field: string) => path.steps.find(([place, name]) => name === field && place > index)
  const [removal, record, line] = [later('deleted_at'), later('status'), later('line')]
  const isThere = removal ? removal[2] === null : path.is_there
  const isActive = (record ? record[2] : path.record_status) === 'active'
  if (!isThere || !isActive || path.began > index) return null
  if (!line) return path.status
  return isCoverageStatus(line[2]) ? line[2] : null
}

/** A coverage type of a student-period. */
interface CoverageLine {
  readonly student_period_id: number
  readonly coverage_type: Coverage
}

const letters = { medical: 'M', dental: 'D', vision: 'V' } as const satisfies Record<Coverage, string>
const byLetter: Readonly<Record<string, Coverage>> = { M: 'medical', D: 'dental', V: 'vision' }

/** Returns what a batch eligibility service calls a coverage type of a student-period, such as `1042M`. */
export const accountNumberOf = ({ student_period_id, coverage_type }: CoverageLine): string =>
  `${student_period_id}${letters[coverage_type]}`

/** Returns the coverage type that an account number names; null if it’s not one of ours. */
export const readAccountNumber = (text: string): CoverageLine | null => {
  const match = /^([1-9]\d{0,14})([MDV])$/i.exec(text.trim())
  const coverage = byLetter[match?.[2]?.toUpperCase() ?? '']
  return match?.[1] && coverage ? { student_period_id: Number(match[1]), coverage_type: coverage } : null
}
