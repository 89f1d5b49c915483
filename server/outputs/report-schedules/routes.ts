import type * as endpoints from '#contract/outputs/report-schedules/endpoints.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { addSchedule, changeSchedule, removeSchedule, restoreSchedule } from './commands/save-schedule.ts'
import { runSchedule } from './commands/start-reports.ts'
import { downloadFile } from './files.ts'
import { presentSchedules } from './present.ts'
import { listReaders, listSchedules } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listReportSchedules: async (context, { params }) => {
    await getPeriod(context, params.id)
    return presentSchedules(context, await listSchedules(context, params.id))
  },

  listReportReaders: async (context, { params }) => {
    await getPeriod(context, params.id)
    return (await listReaders(context)).map(({ id, name }) => ({ id, name }))
  },

  addReportSchedule: (context, { params, body }) => addSchedule(context, params.id, body),

  changeReportSchedule: (context, { params, body }) => changeSchedule(context, params.id, body),

  removeReportSchedule: (context, { params }) => removeSchedule(context, params.id),

  restoreReportSchedule: (context, { params }) => restoreSchedule(context, params.id),

  runReportSchedule: (context, { params }) => runSchedule(context, params.id),

  downloadMadeReport: (context, { params }) => downloadFile(context, params.id),
}
