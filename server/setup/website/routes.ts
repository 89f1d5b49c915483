import type { contract } from '#contract/app/contract.ts'
import type * as optionCalls from '#contract/records/options/endpoints.ts'
import { websiteDocuments } from '#contract/setup/period-documents/documents.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { documentHandlers } from '#server/setup/period-documents/index.ts'
import { createPage, orderPages, removePage, replacePage } from './commands/custom-pages.ts'
import { sideEffectsOf, replaceDocuments } from './commands/replace-documents.ts'
import { getPage, listPages } from './queries/pages.ts'

export const handlers: Handlers<Omit<typeof contract.website, keyof typeof optionCalls>> = {
  ...documentHandlers(websiteDocuments, sideEffectsOf),

  replaceDocuments: (context, { params, body }) => replaceDocuments(context, params.id, body.documents),

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
