import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'

const draftDays = 7

/** The most drafts of a user; the oldest are deleted first. */
export const maxDrafts = 100

/** Returns the instant 7 days ago: a draft that was saved then or earlier has expired. */
export const expiredBefore = (now: Date): string =>
  new Date(now.getTime() - draftDays * 24 * 3_600_000).toISOString()

/** Returns the authenticated data of a draft: its owner and form, so that it can’t be decrypted in another row. */
export const placeOf = (userId: number, form: string): string => `drafts.content:${userId}:${form}`

export const draftContent = encryptedColumn('drafts', 'content', ['user_id', 'form'], ({ user_id, form }) =>
  placeOf(user_id, form),
)
