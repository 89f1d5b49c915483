import type { HistoryKind } from '#contract/platform/history/shapes.ts'
import { scheduledReportLabel } from '#contract/outputs/report-schedules/choices.ts'
import type {
  NewReportSchedule,
  ReportSchedule,
  ReportScheduleChange,
} from '#contract/outputs/report-schedules/shapes.ts'
import { whenText } from '#contract/outputs/report-schedules/when-text.ts'
import type { Context } from '#server/platform/context.ts'
import { lockPeriod, scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { getSchool } from '#server/setup/schools/index.ts'
import { presentSchedules, reportOf, whenOf } from '../present.ts'
import { listReaders, lockSchedule, namesOf, type ScheduleRow } from '../queries.ts'
import { nextRun } from '../rules.ts'

/** Adds a schedule. @throws Problem 404; 422 on `reader_ids` if someone can’t open reports */
export const addSchedule = async (
  context: Context,
  periodId: number,
  body: NewReportSchedule,
): Promise<ReportSchedule> => {
  const period = await lockPeriod(context, periodId)
  const values = await valuesOf(context, body)
  const { time_zone } = await getSchool(context, period.school_id)
  const now = context.clock.now()
  const { id } = await context.db
    .insertInto('report_schedules')
    .values({
      ...values,
      school_id: period.school_id,
      period_id: period.id,
      next_run_at: nextRun(values, time_zone, now).toISOString(),
      created_at: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const added = await lockSchedule(context, id)
  await record(context, 'report_schedule_added', null, added)
  return present(context, added)
}

/** Replaces a schedule. @throws Problem 404; 409 with the current one; 422 on `reader_ids` */
export const changeSchedule = async (
  context: Context,
  id: number,
  { version, is_on, ...body }: ReportScheduleChange,
): Promise<ReportSchedule> => {
  const before = await lockSchedule(context, id)
  if (version !== before.version) throw problem.stale(await present(context, before))
  const values = await valuesOf(context, body, before.reader_ids)
  const next_run_at = is_on ? nextRun(values, before.time_zone, context.clock.now()).toISOString() : null
  await scope
    .update(context, 'report_schedules')
    .set({ ...values, is_on, next_run_at, version: version + 1 })
    .where('report_schedules.id', '=', id)
    .execute()
  const after = await lockSchedule(context, id)
  await record(context, 'report_schedule_changed', before, after)
  return present(context, after)
}

/** Removes a schedule, so that it’s no longer due. Its files stay until they expire. @throws Problem 404 */
export const removeSchedule = async (context: Context, id: number): Promise<void> => {
  const before = await lockSchedule(context, id)
  await scope
    .update(context, 'report_schedules')
    .set({ deleted_at: context.clock.now().toISOString(), version: before.version + 1 })
    .where('report_schedules.id', '=', id)
    .execute()
  await record(context, 'report_schedule_removed', before, null)
}

/** Restores a removed schedule. It’s due the next time after now. @throws Problem 404 unless it was removed */
export const restoreSchedule = async (context: Context, id: number): Promise<void> => {
  const restored = await scope
    .update(context, 'report_schedules')
    .set((row) => ({ deleted_at: null, version: row('version', '+', 1) }))
    .where('report_schedules.id', '=', id)
    .where('report_schedules.deleted_at', 'is not', null)
    .executeTakeFirst()
  if (restored.numUpdatedRows === 0n) throw problem.notFound()
  const after = await setNextRun(context, await lockSchedule(context, id))
  await record(context, 'report_schedule_restored', null, after)
}

const present = async (context: Context, row: ScheduleRow): Promise<ReportSchedule> => {
  const [shown] = await presentSchedules(context, [row])
  if (!shown) throw new Error('The schedule isn’t shown.')
  return shown
}

const setNextRun = async (context: Context, row: ScheduleRow): Promise<ScheduleRow> => {
  if (!row.is_on) return row
  const next_run_at = nextRun(whenOf(row), row.time_zone, context.clock.now()).toISOString()
  await scope
    .update(context, 'report_schedules')
    .set({ next_run_at })
    .where('report_schedules.id', '=', row.id)
    .execute()
  return { ...row, next_run_at }
}

/**
 * Returns the columns of what was asked for, without the days that don’t apply. Readers that it had may stay although they
 * lost access. @throws Problem 422 on `reader_ids`
 */
const valuesOf = async (context: Context, body: NewReportSchedule, had: readonly number[] = []) => {
  const reader_ids = [...new Set(body.reader_ids)]
  const added = reader_ids.filter((id) => !had.includes(id))
  const found = await listReaders(context, added)
  if (found.length !== added.length) throw problem.selected('reader_ids')
  return {
    report: body.report,
    repeats: body.repeats,
    weekdays: body.repeats === 'weekly' ? [...new Set(body.weekdays)] : [],
    month_day: body.repeats === 'monthly' ? body.month_day : null,
    hour: body.hour,
    reader_ids,
  }
}

/** Records a schedule before and after in words; null if there is none. */
const record = async (
  context: Context,
  kind: HistoryKind,
  before: ScheduleRow | null,
  after: ScheduleRow | null,
): Promise<void> => {
  const row = after ?? before
  if (!row) return
  const [from, to] = [await wordsOf(context, before), await wordsOf(context, after)]
  await recordHistory(context, { kind, schoolId: row.school_id }, [
    {
      kind,
      subject: { type: 'period', id: row.period_id },
      school_id: row.school_id,
      changes: fieldChanges(from, { ...none, ...to }),
    },
  ])
}

const none = { report_schedule: null, report_readers: null, report_schedule_is_on: null }

const wordsOf = async (context: Context, row: ScheduleRow | null) => {
  if (!row) return none
  const names = await namesOf(context, row.reader_ids)
  return {
    report_schedule: `${scheduledReportLabel(reportOf(row))}: ${whenText(whenOf(row))}`,
    report_readers: row.reader_ids.map((id) => names.get(id) ?? '').join(', '),
    report_schedule_is_on: row.is_on,
  }
}
