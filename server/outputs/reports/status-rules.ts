import { isCoverageStatus, type CoverageStatus } from '#contract/setup/coverage/choices.ts'
import { addDays, daysBetween } from '#server/platform/lib/days.ts'

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
  /** Their IDs, if they were asked for. */
  readonly ids: readonly number[]
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
export const statusAt = (path: StatusPath, index: number): CoverageStatus | null => {
  const later = (field: string) => path.steps.find(([place, name]) => name === field && place > index)
  const [removal, record, line] = [later('deleted_at'), later('status'), later('line')]
  const isThere = removal ? removal[2] === null : path.is_there
  const isActive = (record ? record[2] : path.record_status) === 'active'
  if (!isThere || !isActive || path.began > index) return null
  if (!line) return path.status
  return isCoverageStatus(line[2]) ? line[2] : null
}
