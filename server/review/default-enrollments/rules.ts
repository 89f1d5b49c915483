import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { separatedStatuses } from '#contract/platform/record/student-period-choices.ts'
import type { LeftOutReason } from '#contract/review/default-enrollments/choices.ts'
import { defaultAlso } from '#contract/setup/period-documents/enrollment-options.ts'
import { eligibilityOf, lastDayFor, type LineRules } from '#server/platform/coverage/index.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { planChange, type MovableRow, type Plan } from '#server/records/student-periods/index.ts'

/** What decides about a record besides the record. */
export interface Known {
  /** Coverage types with a form or an appeal that someone can still decide. */
  readonly open: ReadonlySet<Coverage>
  /** The last day to respond to a waiver that couldn’t be processed, by coverage type. YYYY-MM-DD */
  readonly respondBy: ReadonlyMap<Coverage, string>
}

/** Whether a student is auto-enrolled in a coverage type, or why not. */
export interface Standing {
  readonly coverage: Coverage
  readonly status: CoverageStatus
  /** The name of the cohort whose deadline applies; null for that of the policy year. */
  readonly cohort: string | null
  readonly reason: LeftOutReason | 'due'
  /** The day on which the student is included, if only the deadline keeps them. */
  readonly due_on: string | null
}

const always: readonly CoverageStatus[] = ['not_started', 'waiver_declined']
const waiting: readonly CoverageStatus[] = [
  'waiver_submitted',
  'enrollment_submitted',
  'waived_enrollment_submitted',
]
/** The statuses of students who may have to be enrolled. Others are settled. */
export const concernedStatuses: readonly CoverageStatus[] = [
  ...always,
  ...defaultAlso,
  ...waiting,
  'enrollment_utp',
  'exempt',
]

/** Returns the day on which students with a deadline are auto-enrolled, after the days that the policy year adds. */
export const dueOnAfter = (
  deadline: string,
  { default_enrollment_wait_days }: LineRules['options'],
): string => addDays(deadline, default_enrollment_wait_days + 1)

/** Returns the first day on which any student of a policy year can be late; null without a deadline. */
export const firstDueOn = ({ dates, options }: LineRules): string | null => {
  const days = [dates, ...dates.cohorts]
    .flatMap(({ waiver_deadline_on, enrollment_closes_on }) => [waiver_deadline_on, enrollment_closes_on])
    .filter((day) => day !== null)
    .toSorted()
  const [first] = days
  return first === undefined ? null : dueOnAfter(first, options)
}

/** Returns the coverage types of a record that auto-enrollment concerns. @param today YYYY-MM-DD */
export const standingsOf = (row: MovableRow, known: Known, today: string): Standing[] => {
  const { rules } = row.period
  if (!rules) return []
  const { day, cohort } = lastDayFor(rules.dates, row.facts)
  const due_on = day === null ? null : dueOnAfter(day, rules.options)
  return coverages.flatMap((coverage): Standing[] => {
    const { status } = row.lines[coverage]
    const isAsked = row.period[`${coverage}_offered`] && rules.options[`${coverage}_enrolls_by_default`]
    if (!isAsked || !concernedStatuses.includes(status)) return []
    const why = personalReason(row, coverage, rules) ?? openReason(row, coverage, known, today)
    const late = lateReason(due_on, today)
    const reason = why ?? late ?? 'due'
    return [{ coverage, status, cohort, reason, due_on: reason === 'deadline_ahead' ? due_on : null }]
  })
}

const lateReason = (dueOn: string | null, today: string): LeftOutReason | null => {
  if (dueOn === null) return 'no_deadline'
  return today < dueOn ? 'deadline_ahead' : null
}

/** Returns why the student isn’t meant at all, whatever the deadline. */
const personalReason = (
  { period, lines, facts, status, academic_status }: MovableRow,
  coverage: Coverage,
  { options }: LineRules,
): LeftOutReason | null => {
  const { offered, exempt } = eligibilityOf(period, coverage, facts)
  const line = lines[coverage].status
  // a form of a student who has become exempt is decided first
  if ((exempt && !waiting.includes(line)) || line === 'exempt') return 'exempt'
  if (status === 'inactive' || separatedStatuses.some((one) => one === academic_status)) return 'not_in_force'
  if (!offered) return 'not_offered'
  const isOptional = defaultAlso.some((one) => one === line)
  return isOptional && !options.default_also.some((one) => one === line) ? 'status_not_included' : null
}

/** Returns what else must happen first. */
const openReason = (
  { dependents, lines }: MovableRow,
  coverage: Coverage,
  { open, respondBy }: Known,
  today: string,
): LeftOutReason | null => {
  const { status } = lines[coverage]
  if (waiting.includes(status) || open.has(coverage)) return 'waiting_for_decision'
  if (status === 'enrollment_utp') return 'enrollment_utp'
  // without a recorded day, nothing says that it’s over
  if (status === 'waiver_utp' && (respondBy.get(coverage) ?? today) >= today) return 'days_left'
  return dependents.some(({ covers }) => covers.includes(coverage)) ? 'has_dependents' : null
}

/**
 * Returns the first day on which a student will be auto-enrolled in a coverage type if nothing else happens; null if they
 * never will. Someone who is to respond has their days first.
 */
export const expectedDay = (
  row: MovableRow,
  coverage: Coverage,
  known: Known,
  today: string,
): string | null => {
  const standingOn = (day: string) => standingsOf(row, known, day).find((one) => one.coverage === coverage)
  const respondBy = row.lines[coverage].status === 'waiver_utp' ? known.respondBy.get(coverage) : undefined
  const free = respondBy === undefined || respondBy < today ? today : addDays(respondBy, 1)
  // the deadline can still be ahead then
  const day = standingOn(free)?.due_on ?? free
  return standingOn(day)?.reason === 'due' && day <= row.period.ends_on ? day : null
}

/** Plans the enrollment of a student in the coverage types that are due. */
export const enrollmentOf = (row: MovableRow, standings: readonly Standing[], today: string): Plan =>
  planChange(
    row,
    standings
      .filter(({ reason }) => reason === 'due')
      .map(({ coverage }) => ({
        event: 'default_enrollment' as const,
        coverage,
        options: { default_also: row.period.rules?.options.default_also ?? [] },
      })),
    today,
  )

/**
 * Returns which reminder of a deadline is due, by its days; null if there’s none. One that was missed is sent later, until
 * the next is due; the last one until the day before the deadline. Days are `YYYY-MM-DD`.
 */
export const reminderDue = (today: string, deadline: string, days: readonly string[]): number | null => {
  if (today >= deadline) return null
  const past = days.map(Number).filter((one) => addDays(deadline, -one) <= today)
  return past.length === 0 ? null : Math.min(...past)
}
