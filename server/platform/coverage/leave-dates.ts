import type { AcademicEvent } from './new-lines.ts'

interface LeaveDates {
  readonly loa_start_on?: string | null | undefined
  readonly loa_end_on?: string | null | undefined
}

/** Returns the date from which a change of academic status counts, if the request’s dates determine it. */
export const leaveDay = (event: AcademicEvent | null, sent: LeaveDates): string | null => {
  if (event === 'loa_start') return sent.loa_start_on ?? null
  return event === 'loa_end' ? (sent.loa_end_on ?? null) : null
}

/**
 * Returns the coverage dates for a leave’s start and end. A leave canceled before its start ends on its start date.
 * Dates in the request win.
 */
export const leaveDates = (
  event: AcademicEvent | null,
  day: string,
  stored: LeaveDates,
): Record<string, string | null> => {
  if (event === 'loa_start') return { loa_start_on: day, loa_end_on: null }
  if (event !== 'loa_end') return {}
  const begun = stored.loa_start_on ?? day
  return { loa_end_on: day < begun ? begun : day }
}
