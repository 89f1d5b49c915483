import { repeatKinds, scheduledReports, weekdays } from '#contract/outputs/report-schedules/choices.ts'
import type { ReportSchedule } from '#contract/outputs/report-schedules/shapes.ts'
import type { When } from '#contract/outputs/report-schedules/when-text.ts'
import type { Context } from '#server/platform/context.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { listMade, listReaders, namesOf, type ScheduleRow } from './queries.ts'

/** Returns the saved text that is one of the contract’s choices. */
const known = <T extends string>(choices: readonly T[], text: string): T => {
  const found = choices.find((one) => one === text)
  if (found === undefined) throw new Error(`This version doesn’t know the choice “${text}”.`)
  return found
}

/** Returns the report of a saved schedule. */
export const reportOf = ({ report }: Pick<ScheduleRow, 'report'>) => known(scheduledReports, report)

/** Returns when a saved schedule is due. */
export const whenOf = (
  row: Pick<ScheduleRow, 'repeats' | 'weekdays' | 'month_day' | 'hour'>,
): When & Pick<ReportSchedule, 'weekdays'> => ({
  repeats: known(repeatKinds, row.repeats),
  weekdays: row.weekdays.map((day) => known(weekdays, day)),
  month_day: row.month_day,
  hour: row.hour,
})

/** Returns schedules as in their reply, with their readers and files. */
export const presentSchedules = async (
  context: ScopeContext & Pick<Context, 'clock'>,
  rows: readonly ScheduleRow[],
): Promise<ReportSchedule[]> => {
  const readerIds = [...new Set(rows.flatMap(({ reader_ids }) => reader_ids))]
  const names = await namesOf(context, readerIds)
  const current = new Set((await listReaders(context, readerIds)).map(({ id }) => id))
  const made = await listMade(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...pick(row, ['id', 'period_id', 'time_zone', 'is_on', 'next_run_at', 'version']),
    report: reportOf(row),
    ...whenOf(row),
    readers: row.reader_ids.map((id) => ({ id, name: names.get(id) ?? '', has_access: current.has(id) })),
    made: made
      .filter(({ schedule_id }) => schedule_id === row.id)
      .map(({ schedule_id: _of, ...file }) => file),
  }))
}
