import { discardDraft, getDraft, keepDraft } from '#contract/drafts/endpoints.ts'
import { draftLimit } from '#contract/drafts/shapes.ts'
import { call } from '#client/lib/call.ts'
import type { DraftStore } from '#client/ui/form/draft-store.tsx'

/** Drafts on the server, where only their person reads them. Once signed out nothing is kept any more. */
export const createDraftStore = (isSignedIn: () => boolean): DraftStore => ({
  limit: draftLimit,
  read: async (form) => (await call(getDraft, { query: { form } }))?.content ?? null,
  keep: async (form, content, leaving) => {
    if (isSignedIn()) await call(keepDraft, { body: { form, content } }, { leaving })
  },
  discard: async (form) => {
    if (isSignedIn()) await call(discardDraft, { query: { form } }, { leaving: true })
  },
})
