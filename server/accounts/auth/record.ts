import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { endSessions } from '#server/platform/http/session.ts'
import { clearLinks, sendLater, type Message } from './commands/emails.ts'
import type { Account } from './queries.ts'

/** The user who changes credentials: signed in, or the recipient of a link. */
export type CredentialChange = Omit<Context, 'caller'> & { readonly caller: { readonly id: number } }

/** Records in the history that a user’s credentials changed, without any secrets. */
export const recordCredentialChange = async (
  context: CredentialChange,
  account: Account,
  kind: 'password_changed' | 'two_factor_changed',
  change: FieldChange,
): Promise<void> => {
  await recordHistory(context, { kind }, [
    { kind, subject: { type: 'user', id: account.id }, changes: [change] },
  ])
}

/** Ends what is open in the user’s name except `ownSession`, and notifies them by email. */
export const emailCredentialChange = async (
  context: CredentialChange,
  account: Account,
  message: Message,
  ownSession?: number,
): Promise<void> => {
  await voidAccess(context.db, account.id, ownSession === undefined ? 'none' : { id: ownSession })
  await sendLater(context, account, message)
}

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
