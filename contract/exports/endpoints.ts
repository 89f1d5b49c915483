import * as z from 'zod/mini'
import { download, endpoint, list, one } from '../endpoint.ts'
import { idParams, idText } from '../fields.ts'
import { exportAsk, exportRun, printAsk } from './shapes.ts'

export const startExport = endpoint({
  method: 'POST',
  path: '/api/exports',
  access: 'school',
  asksPassword: true,
  summary: 'Writes a file of the student list, as CSV or as an Excel workbook; the export is recorded.',
  body: exportAsk,
  idempotent: true,
  reply: one(z.object({ export_id: z.int() })),
  status: 202,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/exports',
  access: 'school',
  summary: 'The caller’s exports of a period whose files are still kept, the latest first.',
  query: z.strictObject({ period_id: idText }),
  reply: list(exportRun),
})

export const getExport = endpoint({
  method: 'GET',
  path: '/api/exports/:id',
  access: 'school',
  summary: 'How far an export has come; for whoever started it, and product admins.',
  params: idParams,
  reply: one(exportRun),
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/exports/:id/file',
  access: 'school',
  summary: 'The file, for a day; for whoever asked for it, and product admins. The download is recorded.',
  params: idParams,
  reply: download('application/octet-stream'),
})

export const recordPrint = endpoint({
  method: 'POST',
  path: '/api/prints',
  access: 'school',
  summary: 'Writes down, before the browser prints the student list, who prints how many rows of it.',
  body: printAsk,
  reply: one(z.object({ rows: z.int() })),
  status: 201,
})
