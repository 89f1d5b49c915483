import { isCoverageStatus, type CoverageStatus } from '#contract/coverage/choices.ts'
import { addDays, daysBetween } from '../lib/days.ts'

/** A record now, with what its history says about the status of a coverage type, newest first. */
export interface StatusRecord {
  readonly status: CoverageStatus | null
  readonly record_status: 'active' | 'inactive'
  readonly is_there: boolean
  readonly created_at: string
  /** `at` in milliseconds since the epoch. */
  readonly entries: readonly {
    readonly at: number
    readonly kind: string
    readonly changes: readonly { readonly field: string; readonly before?: unknown }[]
  }[]
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
 * (`server/history/rules/rewind.ts` does the same for every field of one record).
 * @param field the name of the status field in the history
 * @param instants milliseconds since the epoch, in order
 */
export const countPastStatuses = (
  records: readonly StatusRecord[],
  field: string,
  instants: readonly number[],
): Map<CoverageStatus, number>[] => {
  const counts = instants.map(() => new Map<CoverageStatus, number>())
  for (const record of records)
    statusesAt(record, field, instants).forEach((status, index) => {
      const counted = counts[index]
      if (status !== null && counted) counted.set(status, (counted.get(status) ?? 0) + 1)
    })
  return counts
}

/** Returns the status at each instant; null while the record wasn’t active. */
const statusesAt = (
  record: StatusRecord,
  field: string,
  instants: readonly number[],
): (CoverageStatus | null)[] => {
  const past: Past = {
    status: record.status,
    isActive: record.record_status === 'active',
    isThere: record.is_there,
  }
  const began = Math.min(Date.parse(record.created_at), record.entries.at(-1)?.at ?? Number.POSITIVE_INFINITY)
  let reversed = 0
  return instants
    .toReversed()
    .map((instant) => {
      for (; (record.entries[reversed]?.at ?? 0) > instant; reversed += 1)
        reverse(past, record.entries[reversed], field)
      return past.isThere && past.isActive && began <= instant ? past.status : null
    })
    .toReversed()
}

interface Past {
  status: CoverageStatus | null
  isActive: boolean
  isThere: boolean
}

const reverse = (past: Past, entry: StatusRecord['entries'][number] | undefined, field: string): void => {
  if (!entry) return
  if (/_(created|added|restored)$/.test(entry.kind)) past.isThere = false
  if (entry.kind.endsWith('_removed')) past.isThere = true
  for (const { field: name, before } of entry.changes) {
    if (name === field) past.status = isCoverageStatus(before) ? before : null
    else if (name === 'status') past.isActive = before === 'active'
    else past.isThere = before === null
  }
}
