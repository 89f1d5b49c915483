import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { challengeCookie, closedOptions, deviceCookie } from '#server/platform/http/cookies.ts'
import type { Http } from '#server/platform/http/mount.ts'
import { openSession } from '#server/platform/http/session.ts'
import { loginName } from '#server/platform/http/throttle.ts'
import { hashToken, isSame, newToken, sign } from '#server/platform/lib/crypt.ts'
import type { Account } from '../queries.ts'
import { pendingSeconds } from '../rules/sign-in.ts'

/** Returns the cookie with the secret of this browser’s pending sign-in. */
export const challengeTokenOf = ({ services }: AnonymousContext, { request }: Http): string | undefined =>
  request.cookies[challengeCookie(services.settings)]

/** A sign-in until its second factor is checked; without a user, until a passkey tells who signs in. */
interface PendingSignIn {
  readonly userId: number | null
  readonly remember: boolean
  readonly passkeyChallenge?: string
}

/** Saves a pending sign-in. It replaces an earlier one of this browser. */
export const savePendingLogin = async (
  context: AnonymousContext,
  { userId, remember, passkeyChallenge }: PendingSignIn,
  http: Http,
): Promise<void> => {
  const { services, db, clock } = context
  const former = challengeTokenOf(context, http)
  if (former) await db.deleteFrom('pending_logins').where('token_hash', '=', hashToken(former)).execute()
  const token = newToken()
  const now = clock.now().toISOString()
  await db
    .insertInto('pending_logins')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      remember,
      created_at: now,
      ...(passkeyChallenge === undefined
        ? {}
        : { passkey_challenge: passkeyChallenge, passkey_challenge_at: now }),
    })
    .execute()
  const options = closedOptions(services.settings, pendingSeconds)
  void http.reply.setCookie(challengeCookie(services.settings), token, options)
}

/** How someone signed in. */
interface CompletedSignIn {
  readonly remember: boolean
  /** For the access log, if it wasn’t with a password. */
  readonly how?: string
  /** Whether an identity provider asked for a second factor. */
  readonly providerFactor?: boolean
  /** Whether this sign-in stands for a confirmed password, for users without one. */
  readonly isConfirmed?: boolean
}

/** Completes a sign-in: creates the session and a new anti-forgery token. */
export const completeSignIn = async (
  context: AnonymousContext,
  account: Account,
  { how, ...login }: CompletedSignIn,
  { request, reply }: Http,
): Promise<void> => {
  const { services, db } = context
  await openSession(services, db, request, reply, { userId: account.id, ...login })
  rememberDevice(services, { request, reply }, account.email)
  if (challengeTokenOf(context, { request, reply }) !== undefined)
    void reply.clearCookie(challengeCookie(services.settings), closedOptions(services.settings))
  const who = { ...context, caller: { id: account.id } }
  await logAccess(db, services, who, { action: 'login', ...(how === undefined ? {} : { detail: how }) })
}

/** Seconds for which a browser counts as a user’s known device: half a year. */
const knownSeconds = 180 * 86_400

const signatureOf = (services: Services, id: string, until: string, email: string): string =>
  sign(services.keys, `device:${id}:${until}:${loginName(email)}`)

/**
 * Returns the ID of this browser if the user with this address has signed in on it, else null. It grants no
 * access; its failures are counted separately, so that others can’t lock the user out.
 */
export const knownDevice = (services: Services, request: FastifyRequest, email: string): string | null => {
  const [id, until, signature, ...rest] = (request.cookies[deviceCookie(services.settings)] ?? '').split('.')
  if (!id || !until || !signature || rest.length > 0) return null
  const isMade = isSame(signature, signatureOf(services, id, until, email))
  return isMade && Number(until) * 1000 > services.clock.now().getTime() ? id : null
}

/** Marks this browser as a known device of the user who has just signed in. */
const rememberDevice = (
  services: Services,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  email: string,
): void => {
  const id = knownDevice(services, request, email) ?? newToken()
  const until = String(Math.floor(services.clock.now().getTime() / 1000) + knownSeconds)
  const value = `${id}.${until}.${signatureOf(services, id, until, email)}`
  void reply.setCookie(deviceCookie(services.settings), value, closedOptions(services.settings, knownSeconds))
}
