import type { Database } from '#server/platform/db/database.ts'
import { endSessions } from '#server/platform/http/session.ts'
import { clearLinks } from '../messages.ts'

/** The sessions of a user that go on after a change: none, all, or the one that made it. */
type KeptSessions = 'none' | 'all' | { readonly id: number }

/**
 * Ends what is open in a user’s name: links, a new address that waits for one, sign-ins that wait for a second factor,
 * and sessions. Every change of a user’s address, password, factor or state calls it, in its transaction.
 */
export const voidAccess = async (db: Database, userId: number, kept: KeptSessions): Promise<void> => {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('used_at', 'is', null).execute()
  await clearLinks(db, userId)
  // a new address that isn't confirmed yet may not be the user's own wish
  await db.updateTable('users').set({ pending_email: null }).where('id', '=', userId).execute()
  await db.deleteFrom('pending_logins').where('user_id', '=', userId).execute()
  if (kept !== 'all') await endSessions(db, userId, kept === 'none' ? undefined : kept.id)
}
