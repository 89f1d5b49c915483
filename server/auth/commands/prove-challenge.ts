import { sql } from 'kysely'
import type { AnonymousContext, House } from '../../context.ts'
import type { Problem } from '../../problem.ts'
import { problem } from '../../problem.ts'
import {
  findAccount,
  findPendingLogin,
  isUsable,
  lockAccount,
  pendingSince,
  type Account,
} from '../queries.ts'
import { pendingFailures } from '../rules.ts'
import { clearCounters, counters, tooManyTries, tryCounted } from '../throttle.ts'
import {
  matchRecoveryCode,
  matchStep,
  newRecoveryCode,
  openCodes,
  openSecret,
  sealCodes,
} from '../two-factor.ts'
import { hasTwoFactor, noteFailure } from './prove-login.ts'

/** What was typed: one of them, or none. */
export interface FactorAnswer {
  readonly code?: string | null | undefined
  readonly recovery_code?: string | null | undefined
}

type Pending = NonNullable<Awaited<ReturnType<typeof findPendingLogin>>>

/** A right second factor; `newCodes` when a recovery code was spent on it. */
export interface ChallengeProof {
  readonly account: Account
  readonly pending: Pending
  readonly newCodes: Buffer | null
}

const wrongTexts = {
  code: 'The provided two factor authentication code was invalid.',
  recovery_code: 'The provided two factor recovery code was invalid.',
} as const

const fieldOf = (answer: FactorAnswer): keyof typeof wrongTexts =>
  answer.recovery_code ? 'recovery_code' : 'code'

/** The 422 of a wrong factor; the same when no login waits for one. */
export const wrongFactor = (answer: FactorAnswer): Problem => {
  const field = fieldOf(answer)
  return problem.invalid({ [field]: wrongTexts[field] })
}

/**
 * Checks the second factor of the login waiting under `token`, before the transaction.
 * Every answer takes one of the five tries of that login, whatever factor it is of.
 * @throws Problem 422 `code` or `recovery_code`, 429 with Retry-After
 */
export const proveChallenge = async (
  context: AnonymousContext,
  answer: FactorAnswer,
  token: string | undefined,
): Promise<ChallengeProof> => {
  const { house, address } = context
  const pending = token ? await findPendingLogin(house, token) : undefined
  // whoever has proved a password is counted as that person, whoever else is at the same address
  const wanted = [pending ? counters.challenge(pending.user_id) : counters.challengeAddress(address)]
  const proof = await tryCounted(house, wanted, tooManyTries(fieldOf(answer)), async () => {
    const found = pending && (await takeTry(house, pending)) ? await judge(house, pending, answer) : null
    if (!found) await noteFailure(context, pending?.user_id, 'two-factor challenge')
    return found
  })
  if (!proof) throw wrongFactor(answer)
  const { email } = proof.account
  await clearCounters(house, [counters.login(email, address), counters.account(email)])
  return proof
}

/** One of the five tries, taken before it is judged: many at once do not get more. */
const takeTry = async (house: House, pending: Pending): Promise<boolean> => {
  const taken = await house.db
    .updateTable('pending_logins')
    .set({ failures: sql<number>`failures + 1` })
    .where('id', '=', pending.id)
    .where('failures', '<', pendingFailures)
    .where('created_at', '>', pendingSince(house))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

const judge = async (
  house: House,
  pending: Pending,
  answer: FactorAnswer,
): Promise<ChallengeProof | null> => {
  const account = await findAccount(house.db, pending.user_id)
  if (!isUsable(account) || !hasTwoFactor(account)) return null
  const newCodes = spendCode(house, account, answer.recovery_code ?? '')
  if (newCodes) return { account, pending, newCodes }
  return (await spendStep(house, account, answer.code ?? '')) ? { account, pending, newCodes: null } : null
}

/** The codes with the used one replaced, or null when it is none of them. Stored by `acceptChallenge`. */
const spendCode = (house: House, account: Account, typed: string): Buffer | null => {
  if (typed === '' || !account.two_factor_recovery_codes) return null
  const codes = openCodes(house.keys, account.id, account.two_factor_recovery_codes)
  const index = matchRecoveryCode(codes, typed)
  return index < 0 ? null : sealCodes(house.keys, account.id, codes.with(index, newRecoveryCode()))
}

/**
 * Whether a code is right and its step was not used: each step opens once, however many ask at the same moment.
 * The used step is written outside of the request's transaction, so that a rollback does not give it back.
 */
export const spendStep = async (house: House, account: Account, code: string): Promise<boolean> => {
  if (!account.two_factor_secret) return false
  const secret = openSecret(house.keys, account.id, account.two_factor_secret)
  const step = matchStep(secret, code, house.clock.now())
  if (step === null) return false
  const spent = await house.db
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

/**
 * Takes a proof for good, inside the transaction: the login waits no longer, a spent recovery code is replaced.
 * @throws Problem 422 when another answer came first, or the account is no longer what was proved
 */
export const acceptChallenge = async (
  { db }: AnonymousContext,
  { account, pending, newCodes }: ChallengeProof,
  answer: FactorAnswer,
): Promise<Account> => {
  const held = await lockAccount(db, account.id)
  const waiting = await db
    .deleteFrom('pending_logins')
    .where('id', '=', pending.id)
    .returning('id')
    .executeTakeFirst()
  const isUnchanged =
    isUsable(held) &&
    hasTwoFactor(held) &&
    isSameBytes(held.two_factor_secret, account.two_factor_secret) &&
    (newCodes === null || isSameBytes(held.two_factor_recovery_codes, account.two_factor_recovery_codes))
  if (!waiting || !isUnchanged) throw wrongFactor(answer)
  if (newCodes)
    await db
      .updateTable('users')
      .set({ two_factor_recovery_codes: newCodes })
      .where('id', '=', held.id)
      .execute()
  return held
}
