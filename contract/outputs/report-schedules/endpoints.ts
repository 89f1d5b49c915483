import { download, empty, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, person } from '#contract/platform/fields.ts'
import { madeReport, newReportSchedule, reportSchedule, reportScheduleChange } from './shapes.ts'

export const listReportSchedules = endpoint({
  method: 'GET',
  path: '/api/periods/:id/report-schedules',
  access: 'admin',
  summary: 'Lists the scheduled reports of a policy year, each with its files that haven’t expired.',
  params: idParams,
  reply: list(reportSchedule),
})

export const listReportReaders = endpoint({
  method: 'GET',
  path: '/api/periods/:id/report-readers',
  access: 'admin',
  summary: 'Lists the users who can open the reports of a policy year, by name.',
  params: idParams,
  reply: list(person),
})

export const addReportSchedule = endpoint({
  method: 'POST',
  path: '/api/periods/:id/report-schedules',
  access: 'admin',
  summary:
    'Adds a scheduled report. When its file is ready, the recipients get an email with a link that needs sign-in, never the file.',
  params: idParams,
  body: newReportSchedule,
  idempotent: true,
  reply: one(reportSchedule),
  status: 201,
})

export const changeReportSchedule = endpoint({
  method: 'PUT',
  path: '/api/report-schedules/:id',
  access: 'admin',
  summary: 'Replaces a scheduled report, or turns it on or off. 409 if someone else changed it.',
  params: idParams,
  body: reportScheduleChange,
  reply: one(reportSchedule),
})

export const removeReportSchedule = endpoint({
  method: 'DELETE',
  path: '/api/report-schedules/:id',
  access: 'admin',
  summary: 'Removes a scheduled report. Its files stay available until they expire.',
  params: idParams,
  reply: empty(),
})

export const restoreReportSchedule = endpoint({
  method: 'POST',
  path: '/api/report-schedules/:id/restore',
  access: 'admin',
  summary: 'Restores a scheduled report that was removed.',
  params: idParams,
  reply: empty(),
})

export const runReportSchedule = endpoint({
  method: 'POST',
  path: '/api/report-schedules/:id/run',
  access: 'admin',
  summary:
    'Creates the file of a scheduled report now, without emails to its recipients. 409 while one is being created.',
  params: idParams,
  idempotent: true,
  reply: one(madeReport),
  status: 202,
})

export const downloadMadeReport = endpoint({
  method: 'GET',
  path: '/api/made-reports/:id',
  access: 'admin',
  limit: 'downloads',
  givesSsn: false,
  summary: 'Returns the file of a scheduled report for 30 days. The download is logged.',
  params: idParams,
  reply: download('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
