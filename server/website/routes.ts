import type * as endpoints from '#contract/website/endpoints.ts'
import { faqs } from '#contract/website/faqs.ts'
import type { Handlers } from '../http/mount.ts'
import { readDocument, replaceDocument } from '../periods/index.ts'

export const handlers: Handlers<typeof endpoints> = {
  getFaqs: (context, { params }) => readDocument(context, params.id, faqs),
  replaceFaqs: (context, { params, body }) => replaceDocument(context, params.id, faqs, body),
}
