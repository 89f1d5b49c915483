import { sql } from 'kysely'
import { authTexts } from '#contract/accounts/auth/texts.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { type Problem, problem } from '#server/platform/problem.ts'
import {
  findAccount,
  findPendingLogin,
  isUsable,
  lockAccount,
  pendingSince,
  type Account,
  type PendingLogin,
} from '../queries.ts'
import { pendingFailures } from '../rules/sign-in.ts'
import { clearCounters, counters, tooManyAttempts, runCounted } from '#server/platform/http/throttle.ts'
import {
  matchRecoveryCode,
  matchStep,
  newRecoveryCode,
  openCodes,
  openSecret,
  sealCodes,
} from '../rules/two-factor.ts'
import { hasAuthenticator, logFailure } from './check-login.ts'
import { sendLater, signInNotice } from './emails.ts'

/** The input: one of them, or neither. */
interface FactorAnswer {
  readonly code?: string | null | undefined
  readonly recovery_code?: string | null | undefined
}

/** A correct second factor; `newCodes` is set if a recovery code was used. */
interface CheckedChallenge {
  readonly account: Account
  readonly pending: PendingLogin
  readonly newCodes: Buffer | null
}

const fieldOf = (answer: FactorAnswer): 'code' | 'recovery_code' =>
  answer.recovery_code ? 'recovery_code' : 'code'

/** Returns the 422 for a wrong code. It’s the same if no sign-in is pending. */
export const wrongFactor = (answer: FactorAnswer): Problem => {
  const field = fieldOf(answer)
  return problem.invalid({ [field]: authTexts[field] })
}

/**
 * Checks the second factor of the sign-in pending under `token`, before the transaction. Every attempt uses one
 * of the sign-in’s 5 tries, with either kind of code.
 * @throws Problem 422 `code` or `recovery_code`, 429 with Retry-After
 */
export const checkChallenge = async (
  context: AnonymousContext,
  answer: FactorAnswer,
  token: string | undefined,
): Promise<CheckedChallenge> => {
  const { services, address } = context
  const pending = token ? await findPendingLogin(services, token) : undefined
  // after a correct password, tries count for this user, not for the network address
  const wanted = [pending ? counters.challenge(pending.user_id) : counters.challengeAddress(address)]
  const proof = await runCounted(services, wanted, tooManyAttempts(fieldOf(answer)), async () => {
    const found =
      pending && (await countAttempt(services, pending)) ? await checkAnswer(services, pending, answer) : null
    if (!found) await logFailure(context, pending?.user_id, 'two-factor challenge')
    return found
  })
  if (!proof) throw wrongFactor(answer)
  const { email } = proof.account
  await clearCounters(services, [counters.login(email, address), counters.account(email)])
  return proof
}

/** Uses one of the 5 tries before the check, so that parallel requests don’t get more. */
export const countAttempt = async (services: Services, pending: PendingLogin): Promise<boolean> => {
  const taken = await services.db
    .updateTable('pending_logins')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', '=', pending.id)
    .where('failures', '<', pendingFailures)
    .where('created_at', '>', pendingSince(services))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

const checkAnswer = async (
  services: Services,
  pending: PendingLogin,
  answer: FactorAnswer,
): Promise<CheckedChallenge | null> => {
  const account = await findAccount(services.db, pending.user_id)
  if (!isUsable(account) || !hasAuthenticator(account)) return null
  const newCodes = useRecoveryCode(services, account, answer.recovery_code ?? '')
  if (newCodes) return { account, pending, newCodes }
  return (await useStep(services, account, answer.code ?? '')) ? { account, pending, newCodes: null } : null
}

/**
 * Returns the codes with the used one replaced, or null if the code isn’t one of them. `acceptChallenge` saves
 * them.
 */
const useRecoveryCode = (services: Services, account: Account, typed: string): Buffer | null => {
  if (typed === '' || !account.two_factor_recovery_codes) return null
  const codes = openCodes(services.keys, account.id, account.two_factor_recovery_codes)
  const index = matchRecoveryCode(codes, typed)
  return index < 0 ? null : sealCodes(services.keys, account.id, codes.with(index, newRecoveryCode()))
}

/**
 * Returns whether a code is correct and its time step wasn’t used. Each step works once, even for parallel
 * requests. The used step is saved outside the request’s transaction, so that a rollback doesn’t free it.
 */
export const useStep = async (services: Services, account: Account, code: string): Promise<boolean> => {
  if (!account.two_factor_secret) return false
  const secret = openSecret(services.keys, account.id, account.two_factor_secret)
  const step = matchStep(secret, code, services.clock.now())
  if (step === null) return false
  const spent = await services.db
    .updateTable('users')
    .set({ two_factor_last_step: step })
    .where('id', '=', account.id)
    .where((is) => is.or([is('two_factor_last_step', 'is', null), is('two_factor_last_step', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return spent !== undefined
}

const isSameBytes = (one: Buffer | null, other: Buffer | null): boolean =>
  one === null || other === null ? one === other : one.equals(other)

const recoveryCodeNotice = signInNotice(
  'Someone signed in to your Shipmate account with a recovery code. That code doesn’t work anymore. A new one takes its place: to see it, open your account and select Show recovery codes.',
)

/**
 * Completes a sign-in in the transaction: deletes the pending sign-in. If a recovery code was used, it saves the
 * replaced codes and emails the user, who may not be the one who used it.
 * @throws Problem 422 if another request completed it, or the account has changed
 */
export const acceptChallenge = async (
  context: AnonymousContext,
  { account, pending, newCodes }: CheckedChallenge,
  answer: FactorAnswer,
): Promise<Account> => {
  const { db } = context
  const held = await lockAccount(db, account.id)
  const waiting = await db
    .deleteFrom('pending_logins')
    .where('id', '=', pending.id)
    .returning('id')
    .executeTakeFirst()
  const isUnchanged =
    isUsable(held) &&
    hasAuthenticator(held) &&
    isSameBytes(held.two_factor_secret, account.two_factor_secret) &&
    (newCodes === null || isSameBytes(held.two_factor_recovery_codes, account.two_factor_recovery_codes))
  if (!waiting || !isUnchanged) throw wrongFactor(answer)
  if (newCodes) {
    await db
      .updateTable('users')
      .set({ two_factor_recovery_codes: newCodes })
      .where('id', '=', held.id)
      .execute()
    await sendLater(context, held, recoveryCodeNotice)
  }
  return held
}
