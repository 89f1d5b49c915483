import type { AcademicStatus } from '#contract/platform/record/student-period-choices.ts'
import { eventForAcademicStatus, type AcademicEvent } from './new-lines.ts'

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

/** A change of academic status that waits for its day, as the columns of its record. */
interface PlannedStatus {
  readonly planned_academic_status: AcademicStatus
  readonly planned_status_on: string
}

/** The dates of a request that say from when its academic status counts. */
interface StatusDates extends LeaveDates {
  /** For any status; the dates of a leave or return come first. */
  readonly academic_status_on?: string | null | undefined
}

/** Returns the date from which a change of academic status counts, if the request has one, with its field. */
export const statusDay = (
  event: AcademicEvent | null,
  sent: StatusDates,
): { readonly field: keyof StatusDates; readonly day: string } | null => {
  const leave = leaveField(event)
  const field = leave !== null && sent[leave] != null ? leave : 'academic_status_on'
  const day = sent[field]
  return day == null ? null : { field, day }
}

/** Returns the change of academic status that a request dates after today, so that it waits for its day; null for any other. */
export const waitingStatus = (
  before: AcademicStatus | null,
  after: AcademicStatus | null,
  sent: StatusDates,
  today: string,
): (PlannedStatus & { readonly field: keyof StatusDates }) | null => {
  const found = statusDay(eventForAcademicStatus(before, after), sent)
  if (after === null || after === before || found === null || found.day <= today) return null
  return { planned_academic_status: after, planned_status_on: found.day, field: found.field }
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
