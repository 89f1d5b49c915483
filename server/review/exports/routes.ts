import type * as endpoints from '#contract/review/exports/endpoints.ts'
import type { FileReply } from '#contract/platform/endpoint.ts'
import { requireConfirmation } from '#server/platform/http/confirmation.ts'
import type { Context } from '#server/platform/context.ts'
import { selectPeriod } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { problem } from '#server/platform/problem.ts'
import { recordPrint, startExport } from './commands/start-export.ts'
import { readFile } from './files.ts'
import { presentExport } from './present.ts'
import { getExport, listOwnExports } from './queries.ts'
import { mediaTypes } from './rules.ts'

/**
 * Sends the file after logging the access. One with SSNs is for the admin who gave the reason, with a confirmed password.
 * @throws Problem 404 until it’s written, after it expired, and with SSNs for others; 423
 */
const downloadExport = async (context: Context, id: number): Promise<FileReply> => {
  const run = await getExport(context, id)
  if (run.state !== 'done') throw problem.notFound()
  if (run.includes_ssn) {
    if (run.author_id !== context.caller.id) throw problem.notFound()
    requireConfirmation(context)
  }
  await logAccess(context.db, context.services, context, {
    action: 'download',
    subject_type: 'export',
    subject_id: run.id,
    school_id: run.school_id,
    detail: run.includes_ssn ? `${run.file_name}, with SSNs` : run.file_name,
  })
  const mediaType = run.format === 'xlsx' ? mediaTypes.xlsx : mediaTypes.csv
  return { name: run.file_name, stream: readFile(context, run.id), mediaType }
}

export const handlers: Handlers<typeof endpoints> = {
  startExport: async (context, { body }) => ({ export_id: await startExport(context, body) }),
  listExports: async (context, { query }) => {
    const period = await selectPeriod(context, query.period_id)
    return (await listOwnExports(context, period.id)).map(presentExport)
  },
  getExport: async (context, { params }) => presentExport(await getExport(context, params.id)),
  recordPrint: async (context, { body }) => ({ rows: await recordPrint(context, body) }),
  downloadExport: (context, { params }) => downloadExport(context, params.id),
}
