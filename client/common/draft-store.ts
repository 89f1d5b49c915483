import { discardDraft, getDraft, keepDraft } from '#contract/drafts/endpoints.ts'
import { draftLimit } from '#contract/drafts/shapes.ts'
import { call } from '#client/lib/call.ts'
import type { DraftStore } from '#client/ui/form/draft-store.tsx'

/** Whether drafts may be kept: `lost` is a session that ended although nobody signed out. */
export type Standing = 'signed-in' | 'lost' | 'signed-out'

/** What could not be kept any more when a session was lost, by person and form, for as long as the page lives. */
const unsent = new Map<string, string>()

/**
 * Drafts on the server, where only their person reads them. What is typed when the session is found to be lost waits in
 * the page until that person is back; whoever signs out leaves nothing.
 */
export const createDraftStore = (owner: number, standing: () => Standing): DraftStore => {
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
        if (standing() === 'signed-in') return await send(form, content, leaving)
      } finally {
        // the answer may be what tells it
        if (standing() === 'lost') unsent.set(own + form, content)
      }
    },
    discard: async (form) => {
      unsent.delete(own + form)
      if (standing() === 'signed-in') await call(discardDraft, { query: { form } }, { leaving: true })
    },
  }
}
