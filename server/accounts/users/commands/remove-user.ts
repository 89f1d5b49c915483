import { voidAccess } from '#server/accounts/auth/index.ts'
import { discardDrafts } from '#server/accounts/drafts/index.ts'
import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { endSessions } from '#server/platform/http/session.ts'
import { problem } from '#server/platform/problem.ts'
import { listSessions, type SessionRow } from '../queries.ts'
import { assertOtherAdmin, lockAdmins, lockedUser, userEntry } from '../record.ts'
import { deviceOf } from '../rules.ts'

/**
 * Removes a user: no one can sign in as them anymore, and their address can be invited again. Their name stays in
 * the history.
 * @throws Problem 404, 409 for the last product admin
 */
export const removeUser = async (context: Context, id: number): Promise<void> => {
  const { db, clock } = context
  await lockAdmins(context)
  const user = await lockedUser(context, id)
  await assertOtherAdmin(context, user)
  const now = clock.now().toISOString()
  await db
    .updateTable('users')
    .set((row) => ({
      deleted_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await voidAccess(db, id, 'none')
  await discardDrafts(db, id)
  const kind = 'user_removed'
  await recordHistory(context, { kind }, [
    userEntry(id, kind, [
      { field: 'name', before: `${user.first_name} ${user.last_name}`, after: null },
      { field: 'email', before: user.email, after: null },
    ]),
  ])
}

/** Ends one session of a user. Its next call is refused. @throws Problem 404 */
export const endSession = async (context: Context, userId: number, sessionId: number): Promise<void> => {
  await lockedUser(context, userId)
  const session = (await listSessions(context, userId)).find(({ id }) => id === sessionId)
  if (!session) throw problem.notFound()
  await context.db.deleteFrom('sessions').where('id', '=', session.id).execute()
  await recordEnd(context, userId, [session])
}

/** Ends all sessions of a user; of the caller’s own, all others. @throws Problem 404 */
export const endAllSessions = async (context: Context, userId: number): Promise<void> => {
  const { db, caller } = context
  await lockedUser(context, userId)
  const open = (await listSessions(context, userId)).filter(({ id }) => id !== caller.session_id)
  await endSessions(db, userId, caller.session_id)
  if (open.length > 0) await recordEnd(context, userId, open)
}

const recordEnd = async (context: Context, userId: number, ended: readonly SessionRow[]): Promise<void> => {
  const kind = 'sessions_ended'
  const before = ended.map(({ user_agent }) => deviceOf(user_agent))
  await recordHistory(context, { kind }, [
    userEntry(userId, kind, [{ field: 'sessions', before, after: null }]),
  ])
}
