import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { PasskeyRequest, UsedPasskey } from '#contract/accounts/auth/passkey-shapes.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import type { Http } from '#server/platform/http/mount.ts'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { findPasskey, isUsedCorrectly, requestOptions, type SavedPasskey } from './passkeys.ts'
import {
  findAccount,
  findPendingLogin,
  isUsable,
  lockAccount,
  type Account,
  type PendingLogin,
} from '../queries.ts'
import { passkeySince } from '../rules/sign-in.ts'
import { challengeTokenOf, savePendingLogin } from './sign-in.ts'
import {
  clearCounters,
  counters,
  runCounted,
  tooManyAttempts,
  undoCounts,
} from '#server/platform/http/throttle.ts'
import { countAttempt } from './check-challenge.ts'
import { delayAddress, logFailure, deleteExpired } from './check-login.ts'

/** Returns the same response for everything that’s wrong: an unknown passkey, a wrong signature, a disabled user. */
const wrong = () =>
  problem.invalid({
    credential: 'This passkey couldn’t be used. Try again, or sign in with your email and password.',
  })

const logged = 'passkey'

/** A passkey that was used correctly, and its user. `pending` is set if it’s the second factor. */
interface CheckedPasskey {
  readonly passkeyId: number
  readonly account: Account
  readonly pending: PendingLogin | null
}

/** Starts a sign-in with any passkey. The challenge belongs to this browser. */
export const startPasskeyLogin = async (context: AnonymousContext, http: Http): Promise<PasskeyRequest> => {
  const challenge = newToken()
  await savePendingLogin(context, { userId: null, remember: false, passkeyChallenge: challenge }, http)
  return requestOptions(context.services, context.db, http.request, null, challenge)
}

/**
 * Checks a passkey that signs in on its own, before the transaction. Failures count for the passkey and for the
 * network address, as those of a password do.
 * @throws Problem 422 `credential`, 429 with Retry-After
 */
export const checkPasskeyLogin = async (
  context: AnonymousContext,
  credential: UsedPasskey,
  http: Http,
): Promise<CheckedPasskey> => {
  const { services, address } = context
  const wanted = [counters.login(credential.id, address), counters.account(credential.id)]
  const proof = await runCounted(services, wanted, tooManyAttempts('credential'), async () => {
    await delayAddress(context, credential.id)
    const challenge = await takeLoginChallenge(services, challengeTokenOf(context, http))
    return checkUse(context, http, { credential, challenge, pending: null })
  })
  if (!proof) throw wrong()
  await undoCounts(services, [counters.address(address).key])
  await deleteExpired(services)
  return proof
}

/** Starts the second factor with a passkey. @throws Problem 422 if no sign-in is pending, or its user has no passkey */
export const startPasskeyChallenge = async (
  context: AnonymousContext,
  http: Http,
): Promise<PasskeyRequest> => {
  const { services, db, clock } = context
  const token = challengeTokenOf(context, http)
  const pending = token ? await findPendingLogin(services, token) : undefined
  if (!pending) throw wrong()
  const challenge = newToken()
  await db
    .updateTable('pending_logins')
    .set({ passkey_challenge: challenge, passkey_challenge_at: clock.now().toISOString() })
    .where('id', '=', pending.id)
    .execute()
  const options = await requestOptions(services, db, http.request, pending.user_id, challenge)
  // without a list, the browser would offer any passkey
  if (options.allowCredentials.length === 0) throw wrong()
  return options
}

/**
 * Checks a passkey as the second factor of the pending sign-in, before the transaction. It uses one of the sign-in’s 5
 * tries, as a code does.
 * @throws Problem 422 `credential`, 429 with Retry-After
 */
export const checkPasskeyChallenge = async (
  context: AnonymousContext,
  credential: UsedPasskey,
  http: Http,
): Promise<CheckedPasskey> => {
  const { services, address } = context
  const token = challengeTokenOf(context, http)
  const pending = (token ? await findPendingLogin(services, token) : undefined) ?? null
  const wanted = [pending ? counters.challenge(pending.user_id) : counters.challengeAddress(address)]
  const proof = await runCounted(services, wanted, tooManyAttempts('credential'), async () => {
    const isCounted = pending !== null && (await countAttempt(services, pending))
    const challenge = isCounted ? await takeFactorChallenge(services, pending.id) : null
    return checkUse(context, http, { credential, challenge, pending })
  })
  if (!proof) throw wrong()
  const { email } = proof.account
  await clearCounters(services, [counters.login(email, address), counters.account(email)])
  return proof
}

interface Use {
  readonly credential: UsedPasskey
  readonly challenge: string | null
  readonly pending: PendingLogin | null
}

const checkUse = async (
  context: AnonymousContext,
  { request }: Http,
  use: Use,
): Promise<CheckedPasskey | null> => {
  const { services } = context
  const passkey = await findPasskey(services.db, use.credential.id)
  const isRight = passkey !== undefined && (await isRightUse(services, request, passkey, use))
  const account = isRight ? await findAccount(services.db, passkey.user_id) : undefined
  if (isRight && isUsable(account)) return { passkeyId: passkey.id, account, pending: use.pending }
  await logFailure(context, use.pending?.user_id ?? passkey?.user_id, logged)
  return null
}

const isRightUse = async (
  services: Services,
  request: FastifyRequest,
  passkey: SavedPasskey,
  { credential, challenge, pending }: Use,
): Promise<boolean> => {
  const isOfUser = pending === null || pending.user_id === passkey.user_id
  const isFirst = pending === null
  return (
    isOfUser &&
    challenge !== null &&
    (await isUsedCorrectly(services, request, passkey, { credential, challenge, isFirst }))
  )
}

/** Uses up a sign-in’s challenge, and ends that sign-in. Outside the request’s transaction, so that it works once. */
const takeLoginChallenge = async (
  { db, clock }: Services,
  token: string | undefined,
): Promise<string | null> => {
  if (token === undefined) return null
  const taken = await db
    .deleteFrom('pending_logins')
    .where('token_hash', '=', hashToken(token))
    .where('user_id', 'is', null)
    .where('passkey_challenge_at', '>', passkeySince(clock.now()))
    .returning('passkey_challenge')
    .executeTakeFirst()
  return taken?.passkey_challenge ?? null
}

/** Uses up the challenge of a second factor. The pending sign-in stays for its other tries. */
const takeFactorChallenge = async ({ db, clock }: Services, pendingId: number): Promise<string | null> => {
  const { rows } = await sql<{ challenge: string }>`
    with held as (
      select id, passkey_challenge from pending_logins
      where id = ${pendingId} and passkey_challenge_at > ${passkeySince(clock.now())} for update)
    update pending_logins set passkey_challenge = null, passkey_challenge_at = null
    from held where pending_logins.id = held.id returning held.passkey_challenge as challenge`.execute(db)
  return rows[0]?.challenge ?? null
}

/**
 * Completes a sign-in in the transaction. @throws Problem 422 if the passkey was removed, the user was disabled, or
 * another request completed the sign-in
 */
export const acceptPasskey = async (
  { db, clock }: AnonymousContext,
  { passkeyId, account, pending }: CheckedPasskey,
): Promise<Account> => {
  const held = await lockAccount(db, account.id)
  if (pending !== null) {
    const waiting = await db
      .deleteFrom('pending_logins')
      .where('id', '=', pending.id)
      .returning('id')
      .executeTakeFirst()
    if (!waiting) throw wrong()
  }
  const used = await db
    .updateTable('passkeys')
    .set({ last_used_at: clock.now().toISOString() })
    .where('id', '=', passkeyId)
    .where('user_id', '=', account.id)
    .returning('id')
    .executeTakeFirst()
  if (!used || !isUsable(held)) throw wrong()
  return held
}
