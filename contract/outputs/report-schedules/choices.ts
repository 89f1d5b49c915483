import { figureKeys, figures } from '#contract/outputs/reports/figures.ts'

/** The reports that can be made on a schedule: the age-out report and each figure (`server/outputs/report-schedules/commands/make-report.ts`). */
export const scheduledReports = ['age_out', ...figureKeys] as const
export type ScheduledReport = (typeof scheduledReports)[number]

/** Returns the name of a report that can be made on a schedule. */
export const scheduledReportLabel = (report: ScheduledReport): string =>
  report === 'age_out' ? 'Age-out report' : figures[report].title

/** Days of the week, in the order of a work week. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

export const weekdayLabels: Record<Weekday, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

/** On some days of every week, or on one day of every month. */
export const repeatKinds = ['weekly', 'monthly'] as const
export type RepeatKind = (typeof repeatKinds)[number]

export const repeatLabels: Record<RepeatKind, string> = { weekly: 'Every week', monthly: 'Every month' }

/** What became of a file: its job hasn’t ended, it’s ready, or it couldn’t be made. */
export const madeReportStates = ['queued', 'done', 'failed'] as const

/** Days a made file is available. */
export const madeReportDays = 30

/** The day of a monthly schedule that means the last day of the month. */
export const lastMonthDay = 31

/** The days of the month that the dialog offers: those of every month, and the last one. */
export const monthDays: readonly number[] = [
  ...Array.from({ length: 28 }, (_, index) => index + 1),
  lastMonthDay,
]
