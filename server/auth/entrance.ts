import type { AnonymousContext } from '../context.ts'
import { logAccess } from '../history/index.ts'
import { challengeCookie, closedOptions } from '../http/cookies.ts'
import type { Http } from '../http/mount.ts'
import { openSession } from '../http/session.ts'
import { hashToken, newToken } from '../lib/crypt.ts'
import { rememberDevice } from './known-device.ts'
import type { Account } from './queries.ts'
import { pendingSeconds } from './rules.ts'

/** The secret of the login that waits in this browser. */
export const challengeTokenOf = ({ house }: AnonymousContext, { request }: Http): string | undefined =>
  request.cookies[challengeCookie(house.settings)]

/** Lets a login wait for its second factor; a former one of this browser waits no longer. */
export const awaitFactor = async (
  context: AnonymousContext,
  account: Account,
  remember: boolean,
  http: Http,
): Promise<void> => {
  const { house, db, clock } = context
  const former = challengeTokenOf(context, http)
  if (former) await db.deleteFrom('pending_logins').where('token_hash', '=', hashToken(former)).execute()
  const token = newToken()
  await db
    .insertInto('pending_logins')
    .values({
      token_hash: hashToken(token),
      user_id: account.id,
      remember,
      created_at: clock.now().toISOString(),
    })
    .execute()
  const options = closedOptions(house.settings, pendingSeconds)
  void http.reply.setCookie(challengeCookie(house.settings), token, options)
}

/** Lets somebody in who has proved all there is to prove: session and anti-forgery token are new. */
export const letIn = async (
  context: AnonymousContext,
  account: Account,
  remember: boolean,
  { request, reply }: Http,
): Promise<void> => {
  const { house, db } = context
  await openSession(house, db, request, reply, { userId: account.id, remember })
  rememberDevice(house, { request, reply }, account.email)
  if (challengeTokenOf(context, { request, reply }) !== undefined)
    void reply.clearCookie(challengeCookie(house.settings), closedOptions(house.settings))
  const who = { ...context, caller: { id: account.id } }
  await logAccess(db, house, who, { action: 'login' })
}
