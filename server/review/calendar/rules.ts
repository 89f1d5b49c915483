import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { calendarKinds, type CalendarKind, type CalendarStart } from '#contract/review/calendar/choices.ts'
import type { CalendarEntry } from '#contract/review/calendar/shapes.ts'
import { asMoney } from '#contract/setup/periods/proration.ts'
import type { LineRules } from '#server/platform/coverage/index.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { dueOnAfter, type Sums } from '#server/review/default-enrollments/index.ts'

/** Students with the same last day for their forms. */
export interface DeadlineGroup {
  /** The cohort that has it; null for the policy year. */
  readonly cohort: string | null
  /** YYYY-MM-DD */
  readonly deadline_on: string
  /** What their default enrollment charges. */
  readonly sums: Sums
  /** Students to remind, because they haven’t started a coverage type that they must enroll in or waive. */
  not_started: number
}

/** What decides about the entries of a policy year besides its students. */
export interface YearFacts {
  /** YYYY-MM-DD */
  readonly today: string
  readonly rules: LineRules
  /** Whether the school turned deadline reminders off. */
  readonly hasNoReminders: boolean
}

/** Returns an entry with a kind and a day, about the policy year and without a number unless `more` says so. */
export const entryOf = (
  kind: CalendarKind,
  on: string,
  more: Partial<Omit<CalendarEntry, 'kind' | 'on'>> = {},
): CalendarEntry => ({
  on,
  kind,
  name: null,
  start: null,
  count: null,
  amount: null,
  about_on: null,
  run: null,
  ...more,
})

/** Returns entries in the order of their days; those of the policy year before those of its cohorts. */
export const inOrder = (entries: readonly CalendarEntry[]): CalendarEntry[] =>
  entries.toSorted(
    (one, other) =>
      one.on.localeCompare(other.on) ||
      calendarKinds.indexOf(one.kind) - calendarKinds.indexOf(other.kind) ||
      (one.name ?? '').localeCompare(other.name ?? '', 'en'),
  )

/** Returns the start and end of the policy year and its coverage terms, and the windows and deadlines for forms. */
export const entriesOfDates = (dates: LineRules['dates']): CalendarEntry[] => [
  entryOf('year_starts', dates.starts_on),
  entryOf('year_ends', dates.ends_on),
  ...dates.coverage_terms.map(({ name, starts_on }) => entryOf('term_starts', starts_on, { name })),
  ...entryIf('enrollment_opens', dates.enrollment_opens_on),
  ...entryIf('waiver_opens', dates.waiver_opens_on),
  ...entryIf('enrollment_closes', dates.enrollment_closes_on),
  ...entryIf('waiver_deadline', dates.waiver_deadline_on),
  ...dates.cohorts.flatMap(({ name, enrollment_closes_on: closes, waiver_deadline_on: deadline }) => [
    ...entryIf('enrollment_closes', closes === dates.enrollment_closes_on ? null : closes, name),
    ...entryIf('waiver_deadline', deadline === dates.waiver_deadline_on ? null : deadline, name),
  ]),
]

const entryIf = (kind: CalendarKind, on: string | null, name: string | null = null): CalendarEntry[] =>
  on === null ? [] : [entryOf(kind, on, { name })]

/** Returns the key of a group, which is the same for a student’s deadline and that of the setup. */
export const keyOfGroup = (cohort: string | null, deadlineOn: string): string =>
  JSON.stringify([cohort, deadlineOn])

/** Returns a group without students. */
export const emptyGroup = (cohort: string | null, deadline_on: string): DeadlineGroup => ({
  cohort,
  deadline_on,
  sums: { students: 0, fees: 0, total: 0 },
  not_started: 0,
})

/** Returns a group without students for the policy year and for each cohort with a deadline, by their keys. */
export const groupsOfDates = (dates: LineRules['dates']): Map<string, DeadlineGroup> => {
  const ofCohorts = dates.cohorts.filter(
    (one) => (one.waiver_deadline_on ?? one.enrollment_closes_on) !== null,
  )
  const groups = [{ ...dates, name: null }, ...ofCohorts].flatMap((one) => {
    const day = [
      one.waiver_deadline_on ?? dates.waiver_deadline_on,
      one.enrollment_closes_on ?? dates.enrollment_closes_on,
    ].reduce((latest, other) => ((other ?? '') > (latest ?? '') ? other : latest))
    return day === null ? [] : [emptyGroup(one.name, day)]
  })
  return new Map(groups.map((group) => [keyOfGroup(group.cohort, group.deadline_on), group]))
}

/** Returns whether students are auto-enrolled, and so reminded, in any coverage type. */
export const enrollsAnyone = (
  offered: Readonly<Record<`${Coverage}_offered`, boolean>>,
  { options }: LineRules,
): boolean =>
  coverages.some((coverage) => offered[`${coverage}_offered`] && options[`${coverage}_enrolls_by_default`])

/** Returns the reminders of a deadline that are ahead. */
export const remindersOf = (
  { cohort: name, deadline_on, not_started }: DeadlineGroup,
  { today, rules, hasNoReminders }: YearFacts,
): CalendarEntry[] => {
  const start: CalendarStart = hasNoReminders ? 'off' : 'automatic'
  const count = hasNoReminders ? null : not_started
  return rules.dates.reminder_days
    .map((days) => addDays(deadline_on, -Number(days)))
    .filter((on) => on >= today)
    .map((on) => entryOf('deadline_reminder', on, { name, start, count, about_on: deadline_on }))
}

/** Returns the default enrollment of a group: on its day, or today if its day has passed and students are due. */
export const defaultEnrollmentOf = (
  { cohort: name, deadline_on, sums: { students, total } }: DeadlineGroup,
  { today, rules: { options } }: YearFacts,
): CalendarEntry => {
  const dueOn = dueOnAfter(deadline_on, options)
  const start: CalendarStart = options.default_enrollment_is_automatic ? 'automatic' : 'staff'
  const isOver = dueOn < today
  if (isOver && students === 0) return entryOf('default_enrollment', dueOn, { name, start })
  return entryOf('default_enrollment', isOver ? today : dueOn, {
    name,
    start,
    count: students,
    amount: asMoney(total),
    about_on: isOver ? dueOn : null,
  })
}
