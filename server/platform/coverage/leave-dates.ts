import type { AcademicEvent } from './new-lines.ts'

interface LeaveDates {
  readonly loa_start_on?: string | null | undefined
  readonly loa_end_on?: string | null | undefined
}

/** Returns the field with the day of a leave’s start or end; null for other changes. */
export const leaveField = (event: AcademicEvent | null): keyof LeaveDates | null => {
  if (event === 'loa_start') return 'loa_start_on'
  return event === 'loa_end' ? 'loa_end_on' : null
}

/** Returns the date from which a change of academic status counts, if the request’s dates determine it. */
export const leaveDay = (event: AcademicEvent | null, sent: LeaveDates): string | null => {
  const field = leaveField(event)
  return field === null ? null : (sent[field] ?? null)
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
