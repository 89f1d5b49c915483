import type * as endpoints from '#contract/accounts/drafts/endpoints.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { discardDraft, saveDraft } from './commands.ts'
import { findDraft } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  getDraft: async (context, { query }) => {
    const content = await findDraft(context, query.form)
    return content === null ? null : { content }
  },

  keepDraft: (context, { body }) => saveDraft(context, body.form, body.content),

  discardDraft: (context, { query }) => discardDraft(context, query.form),
}
