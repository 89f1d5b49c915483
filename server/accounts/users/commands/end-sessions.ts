import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { endSessions } from '#server/platform/http/session.ts'
import { problem } from '#server/platform/problem.ts'
import { listSessions, type SessionRow } from '../queries.ts'
import { deviceOf } from '../rules.ts'
import { lockedUser, userEntry } from '../write.ts'

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
