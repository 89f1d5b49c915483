import type * as endpoints from '#contract/outputs/carrier-files/endpoints.ts'
import type { FileReply } from '#contract/platform/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { discardFile, releaseFile, startFile } from './commands/change-file.ts'
import { readFileText } from './files.ts'
import { presentFile } from './present.ts'
import { settingsOf } from './queries/records.ts'
import { getFile, listMembers, listProblems, namesErased, readOverview } from './queries/files.ts'
import { disclosureText } from './rules/file-texts.ts'

/** Sends a file after logging the disclosure. @throws Problem 404 until it’s released */
const downloadFile = async (context: Context, id: number): Promise<FileReply> => {
  const file = await getFile(context, id)
  if (file.state !== 'released' || file.file_name === null) throw problem.notFound()
  if (await namesErased(context, id))
    throw problem.stale(null, 'A student in this file was erased since, so it can’t be downloaded again.')
  await logAccess(context.db, context.services, context, {
    action: 'download',
    subject_type: 'carrier_file',
    subject_id: id,
    school_id: file.school_id,
    detail: disclosureText(settingsOf(file), file),
  })
  return { name: file.file_name, stream: readFileText(context, file) }
}

export const handlers: Handlers<typeof endpoints> = {
  listCarrierFiles: (context, { params }) => readOverview(context, params.id),

  prepareCarrierFile: async (context, { params, body }) => ({
    id: await startFile(context, params.id, body),
  }),

  getCarrierFile: async (context, { params }) => presentFile(await getFile(context, params.id)),

  listCarrierFileMembers: async (context, { params, query }) => {
    const { changed_students: total } = await getFile(context, params.id)
    const data = await listMembers(context, params.id, query)
    return { data, meta: pageMetaOf(query, total, data.length) }
  },

  listCarrierFileProblems: async (context, { params, query }) => {
    const { problems: total } = await getFile(context, params.id)
    const data = await listProblems(context, params.id, query)
    return { data, meta: pageMetaOf(query, total, data.length) }
  },

  releaseCarrierFile: async (context, { params }) => {
    await releaseFile(context, params.id)
    return presentFile(await getFile(context, params.id))
  },

  discardCarrierFile: (context, { params }) => discardFile(context, params.id),

  downloadCarrierFile: (context, { params }) => downloadFile(context, params.id),
}
