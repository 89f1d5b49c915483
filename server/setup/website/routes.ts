import type { contract } from '#contract/app/contract.ts'
import { websiteDocuments } from '#contract/setup/periods/documents.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { documentHandlers } from '#server/setup/periods/index.ts'
import { isLongCall } from '#server/records/student-periods/index.ts'
import { createPage, orderPages, removePage, replacePage } from './commands/custom-pages.ts'
import { recordsOf, renameOption } from './commands/rename-option.ts'
import { sideEffectsOf, replaceDocuments } from './commands/replace-documents.ts'
import { startRenameJob } from './jobs.ts'
import { getPage, listPages } from './pages.ts'
import { listUses } from './queries.ts'

export const handlers: Handlers<typeof contract.website> = {
  ...documentHandlers(websiteDocuments, sideEffectsOf),

  replaceDocuments: (context, { params, body }) => replaceDocuments(context, params.id, body.documents),

  listOptionUses: async (context, { params }) => listUses(context, (await getPeriod(context, params.id)).id),

  renameOption: async (context, { params, body }) => {
    await getPeriod(context, params.id)
    const isLong = body.carries_records && (await isLongCall(context, recordsOf(params.id, body)))
    return isLong
      ? { job_id: await startRenameJob(context, params.id, body) }
      : renameOption(context, params.id, body)
  },

  listCustomPages: async (context, { params }) =>
    listPages(context, (await getPeriod(context, params.id)).id),

  getCustomPage: (context, { params }) => getPage(context, params.id, params.pageId),

  createCustomPage: async (context, { params, body }) =>
    getPage(context, params.id, await createPage(context, params.id, body)),

  replaceCustomPage: async (context, { params, body }) => {
    await replacePage(context, params.id, params.pageId, body)
    return getPage(context, params.id, params.pageId)
  },

  removeCustomPage: (context, { params }) => removePage(context, params.id, params.pageId),

  orderCustomPages: async (context, { params, body }) => {
    await orderPages(context, params.id, body.ids)
    return listPages(context, params.id)
  },
}
