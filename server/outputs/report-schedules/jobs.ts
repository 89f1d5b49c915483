import * as z from 'zod/mini'
import { task } from '#server/platform/jobs/index.ts'
import { abandonReport, makeReport } from './commands/make-report.ts'

/** Makes the file of a scheduled report in the background. */
export const makeReportTask = task({
  name: 'make_report',
  payload: z.object({ made_report_id: z.int() }),
  run: (services, { made_report_id: id }, attempt) => makeReport(services, id, attempt),
  abandon: (services, { made_report_id: id }) => abandonReport(services, id),
})

export const reportScheduleTasks = [makeReportTask]
