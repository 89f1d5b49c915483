import { discardDraft, getDraft, keepDraft } from '#contract/accounts/drafts/endpoints.ts'
import { draftLimit } from '#contract/accounts/drafts/shapes.ts'
import { call } from '#client/platform/lib/call.ts'
import type { DraftStore } from '#client/platform/ui/form/draft-store.tsx'

/** Whether drafts can be saved: `lost` means that the session ended without a sign-out. */
type SessionState = 'signed-in' | 'lost' | 'signed-out'

/** Drafts that couldn't be saved because the session was lost, by user and form, for the lifetime of the page. */
const unsent = new Map<string, string>()

/**
 * Saves drafts on the server, where only their author can read them. Text typed after the session was lost is held in
 * the page until the same user signs in again; signing out deletes it.
 */
export const createDraftStore = (owner: number, sessionState: () => SessionState): DraftStore => {
  const own = `${owner} `
  for (const key of unsent.keys()) if (!key.startsWith(own)) unsent.delete(key)
  const send = (form: string, content: string, leaving: boolean) =>
    call(keepDraft, { body: { form, content } }, { leaving })
  return {
    limit: draftLimit,
    read: async (form) => {
      const left = unsent.get(own + form)
      if (left === undefined) return (await call(getDraft, { query: { form } }))?.content ?? null
      await send(form, left, false)
      unsent.delete(own + form)
      return left
    },
    keep: async (form, content, leaving) => {
      try {
        if (sessionState() === 'signed-in') return await send(form, content, leaving)
      } finally {
        // the response may be what reports the lost session
        if (sessionState() === 'lost') unsent.set(own + form, content)
      }
    },
    discard: async (form) => {
      unsent.delete(own + form)
      if (sessionState() === 'signed-in') await call(discardDraft, { query: { form } }, { leaving: true })
    },
  }
}
