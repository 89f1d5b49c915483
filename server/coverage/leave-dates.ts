import type { AcademicEvent } from './new-lines.ts'

/** The dates of a leave. */
export interface LeaveDates {
  readonly loa_start_on?: string | null | undefined
  readonly loa_end_on?: string | null | undefined
}

/** The day that a change of the academic status counts from, where the dates that come with it tell. */
export const leaveDay = (event: AcademicEvent | null, sent: LeaveDates): string | null => {
  if (event === 'loa_start') return sent.loa_start_on ?? null
  return event === 'loa_end' ? (sent.loa_end_on ?? null) : null
}

/**
 * The dates of a leave follow its start and end (decision 025); one that is called off before it began ends where it
 * would begin. Dates that are sent win over these.
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
