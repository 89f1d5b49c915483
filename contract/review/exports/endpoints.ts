import * as z from 'zod/mini'
import { download, endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { exportAsk, exportRun, printAsk } from './shapes.ts'

export const startExport = endpoint({
  method: 'POST',
  path: '/api/exports',
  access: 'school',
  limit: 'exports',
  givesSsn: 'for some requests',
  summary: 'Starts an export of the student list as CSV or Excel. The export is logged.',
  body: exportAsk,
  idempotent: true,
  reply: one(z.object({ export_id: z.int() })),
  status: 202,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/exports',
  access: 'school',
  summary: 'Lists the user’s exports of a policy year with files that haven’t expired, newest first.',
  query: z.strictObject({ period_id: idText }),
  reply: list(exportRun),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/api/exports/:id',
  access: 'school',
  summary: 'Returns an export’s progress. For the user who started it and product admins.',
  params: idParams,
  reply: one(exportRun),
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/exports/:id/file',
  access: 'school',
  limit: 'downloads',
  givesSsn: 'for some requests',
  summary:
    'Returns the exported file for 24 hours. For the user who started it and product admins; a file with SSNs only for the admin who gave the reason, with a confirmed password. The download is logged.',
  params: idParams,
  reply: download('application/octet-stream'),
})

export const recordPrint = endpoint({
  method: 'POST',
  path: '/api/prints',
  access: 'school',
  limit: 'exports',
  summary: 'Logs who prints the student list and the number of rows, before the browser prints.',
  body: printAsk,
  reply: one(z.object({ rows: z.int() })),
  status: 201,
})
