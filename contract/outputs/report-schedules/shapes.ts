import * as z from 'zod/mini'
import { id, person } from '#contract/platform/fields.ts'
import { lastMonthDay, madeReportStates, repeatKinds, scheduledReports, weekdays } from './choices.ts'

/** A file that was made, or is being made. Instants are ISO 8601 in UTC. */
export const madeReport = z.object({
  id,
  state: z.enum(madeReportStates),
  created_at: z.string(),
  /** Null until it’s ready. */
  file_name: z.nullable(z.string()),
  rows: z.nullable(z.int()),
  /** When the file is deleted. */
  expires_at: z.string(),
  /** Why it couldn’t be made. */
  message: z.nullable(z.string()),
  /** Who made it outside of the schedule; null if the schedule did. */
  made_by: z.nullable(person),
})
export type MadeReport = z.output<typeof madeReport>

const when = {
  report: z.enum(scheduledReports),
  repeats: z.enum(repeatKinds),
  weekdays: z.array(z.enum(weekdays)).check(z.maxLength(7)),
  /** 1 to 31; in a month with fewer days, its last day. */
  month_day: z.nullable(z.int().check(z.minimum(1), z.maximum(lastMonthDay))),
  /** In the school’s time zone. */
  hour: z.int().check(z.minimum(0), z.maximum(23)),
} as const

interface Days {
  readonly repeats: string
  readonly weekdays: readonly unknown[]
  readonly month_day: number | null
}

const needsWeekday = z.refine<Days>(
  ({ repeats, weekdays: days }) => repeats !== 'weekly' || days.length > 0,
  { error: 'Choose at least one day.', path: ['weekdays'] },
)
const needsMonthDay = z.refine<Days>(({ repeats, month_day: day }) => repeats !== 'monthly' || day !== null, {
  error: 'Choose a day of the month.',
  path: ['month_day'],
})

const noReader = 'Choose at least one recipient.'

/** The fields that a new schedule and a change of one have. */
const written = { ...when, reader_ids: z.array(id).check(z.minLength(1, noReader), z.maxLength(50)) } as const

/** A new schedule. */
export const newReportSchedule = z.strictObject(written).check(needsWeekday, needsMonthDay)
export type NewReportSchedule = z.output<typeof newReportSchedule>

/** A schedule as it should become. */
export const reportScheduleChange = z
  .strictObject({ ...written, is_on: z.boolean(), version: z.int() })
  .check(needsWeekday, needsMonthDay)
export type ReportScheduleChange = z.output<typeof reportScheduleChange>

/** A new schedule in a form, which chooses readers by text. */
export const reportScheduleForm = z
  .strictObject({ ...when, reader_ids: z.array(z.string()).check(z.minLength(1, noReader)) })
  .check(needsWeekday, needsMonthDay)

/** Someone who receives a message when the report is ready. */
const reportReader = z.object({
  ...person.shape,
  /** False for someone who no longer has access; they receive nothing. */
  has_access: z.boolean(),
})
export type ReportReader = z.output<typeof reportReader>

export const reportSchedule = z.object({
  id,
  period_id: id,
  ...when,
  time_zone: z.string(),
  is_on: z.boolean(),
  readers: z.array(reportReader),
  /** Null while it’s off. */
  next_run_at: z.nullable(z.string()),
  version: z.int(),
  /** Its files that haven’t expired, newest first; at most 40. */
  made: z.array(madeReport),
})
export type ReportSchedule = z.output<typeof reportSchedule>
