import type { LinkProps } from '@tanstack/react-router'
import type { CalendarKind } from '#contract/review/calendar/choices.ts'
import type { CalendarEntry } from '#contract/review/calendar/shapes.ts'

/** The school and the policy year of the URL. */
export interface CalendarPlace {
  readonly school: string
  readonly period: string
}

type EntryLink = Pick<LinkProps, 'to' | 'params' | 'search' | 'hash'>

const dates = (params: CalendarPlace, hash: string): EntryLink => ({
  to: '/schools/$school/period/$period/insurance-options',
  params,
  hash,
})

const windows = (params: CalendarPlace, { name }: CalendarEntry): EntryLink =>
  dates(params, name === null ? 'windows' : 'cohorts')

const defaultEnrollment = (params: CalendarPlace): EntryLink => ({
  to: '/schools/$school/period/$period/default-enrollment',
  params,
})

const reverifications = (params: CalendarPlace): EntryLink => ({
  to: '/schools/$school/period/$period/reverifications',
  params,
})

/** Returns the link to the students with a day in a column of the list. */
const studentsOn = (params: CalendarPlace, column: string, day: string): EntryLink => ({
  to: '/schools/$school/period/$period',
  params,
  search: {
    filters: { [column]: { operator: 'and', constraints: [{ match_mode: 'equals', value: day }] } },
  },
})

const links: Record<CalendarKind, (params: CalendarPlace, entry: CalendarEntry) => EntryLink> = {
  year_starts: windows,
  year_ends: windows,
  term_starts: (params) => dates(params, 'terms'),
  enrollment_opens: windows,
  waiver_opens: windows,
  enrollment_closes: windows,
  waiver_deadline: windows,
  deadline_reminder: (params, { start }) =>
    start === 'off'
      ? { to: '/schools/$id/settings/emails', params: { id: params.school } }
      : dates(params, 'windows'),
  reminders_sent: () => ({ to: '/settings/mailbox' }),
  respond_by: (params, { on }) => studentsOn(params, 'respond_by', on),
  default_enrollment: defaultEnrollment,
  default_enrollment_run: defaultEnrollment,
  planned_status: (params, { on }) => studentsOn(params, 'planned_status_on', on),
  reverify: reverifications,
  aging_out: (params, { on }) => ({
    to: '/schools/$school/period/$period/reports/age-out',
    params,
    search: { month: on.slice(0, 7) },
  }),
  reverification_run: reverifications,
}

/** Returns the link to the screen that shows or does what an entry says. */
export const linkOf = (entry: CalendarEntry, params: CalendarPlace): EntryLink =>
  links[entry.kind](params, entry)
