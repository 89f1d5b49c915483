import type { AcademicStatus } from '#contract/platform/record/student-period-choices.ts'
import {
  eventForAcademicStatus,
  leaveDates,
  leaveDay,
  newLines,
  waitingStatus,
  type NewStudentPeriod,
  type PeriodOfLines,
} from '#server/platform/coverage/index.ts'
import { assertMadeInYear } from './fields.ts'

/** The values of a new record that a call gives. */
export type GivenValues = Record<string, string | number | boolean | null>

/**
 * Plans a leave that begins after today instead of its academic status and date, which it writes on its day.
 * @throws Problem 422 on a day after the policy year
 */
export const withPlannedLeave = (period: PeriodOfLines, given: GivenValues, today: string) => {
  const waiting = waitingStatus(null, academicStatusIn(given), leaveOf(given), today)
  if (!waiting) return { given, planned: {} }
  const { field, ...planned } = waiting
  assertMadeInYear(period, planned.planned_status_on, field)
  const { academic_status: _waits, [field]: _day, ...others } = given
  return { given: others, planned }
}

/** Returns a new student-period to save if nothing is copied; `today` is `YYYY-MM-DD`. */
export const newValues = (period: PeriodOfLines, given: GivenValues, today: string): GivenValues => {
  const who = { ...given, academic_status: academicStatusIn(given) }
  return { ...given, ...startOf(period, who, today, leaveOf(given)) }
}

const academicStatusIn = (given: GivenValues): AcademicStatus | null =>
  // the field's schema allows only academic statuses
  (given['academic_status'] ?? null) as AcademicStatus | null

/**
 * Returns the statuses and dates of a new student-period: the starting status of each line, then the academic
 * status’s event, as of the leave dates in the request.
 */
const startOf = (
  period: PeriodOfLines,
  who: NewStudentPeriod,
  today: string,
  sent: Readonly<Record<string, string>>,
): Record<string, string | null> => {
  const event = eventForAcademicStatus(null, who.academic_status)
  const effective_on = leaveDay(event, sent)
  return {
    ...leaveDates(event, effective_on ?? today, {}),
    ...sent,
    ...newLines(who, { today, period, effective_on }),
  }
}

/** Returns the leave dates in the request. */
const leaveOf = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    ['loa_start_on', 'loa_end_on'].flatMap((field) => {
      const day = given[field]
      return typeof day === 'string' ? [[field, day]] : []
    }),
  )
