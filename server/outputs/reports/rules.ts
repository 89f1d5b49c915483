import { noticeDays, type NoticeDays } from '#contract/outputs/reports/choices.ts'
import { daysBetween } from '#server/platform/lib/days.ts'
import type { AgingLine } from './aging-out.ts'

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
