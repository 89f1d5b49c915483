import { setTimeout as sleep } from 'node:timers/promises'
import type { AnonymousContext } from '../../context.ts'
import { logAccess } from '../../history/index.ts'
import { Problem, problem } from '../../problem.ts'
import { hashPassword, isOutdated, isPassword } from '../passwords.ts'
import { findAccountByEmail, isUsable, lockAccount, type Account } from '../queries.ts'
import { clearCounters, countFrom, counters, holds, tooManyLogins, tryCounted, uncount } from '../throttle.ts'
import { forgetExpired } from './forget-expired.ts'

/** A right password, and its hash made anew where its parameters are of yesterday. */
export interface LoginProof {
  readonly account: Account
  readonly newHash: string | null
}

const wrong = () => problem.invalid({ email: 'These credentials do not match our records.' })

/** Whether the second factor is switched on and confirmed. */
export const hasTwoFactor = (
  account: Pick<Account, 'two_factor_secret' | 'two_factor_confirmed_at'>,
): boolean => account.two_factor_secret !== null && account.two_factor_confirmed_at !== null

/**
 * Checks a name and a password, before the transaction. Unknown names, wrong passwords and disabled users take the
 * same way and get the same answer; only failures count: of a `device` that the person has signed in on before its
 * own, so that nobody else's keep them out; of all others those of the account, and then those of the address.
 * @throws Problem 422 `email`, 429 with Retry-After
 */
export const proveLogin = async (
  context: AnonymousContext,
  { email, password }: { readonly email: string; readonly password: string },
  device: string | null,
): Promise<LoginProof> => {
  const { house, address } = context
  const own = [counters.login(email, address), counters.account(email)]
  const wanted = device === null ? own : [counters.device(device), counters.deviceHourly(device)]
  const account = await tryCounted(house, wanted, tooManyLogins, async () => {
    if (device === null) await waitAtAddress(context, email)
    const found = await findAccountByEmail(house.db, email)
    const matches = await isPassword(found?.password_hash ?? null, password)
    if (matches && isUsable(found)) return found
    await noteFailure(context, found?.id)
    return null
  }).catch(async (error: unknown) => {
    if (error instanceof Problem && error.code === 'too_many')
      await noteFailure(context, undefined, 'too many attempts')
    throw error
  })
  if (!account) throw wrong()
  if (device === null) await uncount(house, [counters.address(address).key])
  if (!hasTwoFactor(account)) await clearCounters(house, [...own, ...wanted])
  await forgetExpired(house)
  const isOld = account.password_hash !== null && isOutdated(account.password_hash)
  return { account, newHash: isOld ? await hashPassword(password) : null }
}

/** Failures within the hour from which on an account counts as under attack. */
const attackedFrom = 10

/**
 * Where too many tries failed from one address, whoever comes from it waits a little; only those who name an account
 * that is under attack itself are refused. @throws Problem 429
 */
const waitAtAddress = async ({ house, address }: AnonymousContext, email: string): Promise<void> => {
  const from = counters.address(address)
  const { delay } = await countFrom(house, from)
  if (delay === 0) return
  if (await holds(house, counters.account(email), attackedFrom)) throw tooManyLogins(from.seconds)
  await sleep(delay * 1000)
}

/** Failed logins are written down outside of the request's transaction. What was typed is not: it may be a password. */
export const noteFailure = async (
  context: AnonymousContext,
  userId: number | undefined,
  detail?: string,
): Promise<void> => {
  await logAccess(context.house.db, context.house, context, {
    action: 'login_failed',
    outcome: 'refused',
    ...(userId === undefined ? {} : { subject_type: 'user', subject_id: userId }),
    ...(detail === undefined ? {} : { detail }),
  })
}

/**
 * Takes a proof for good, inside the transaction: the account must still be what was proved.
 * @throws Problem 422 `email`
 */
export const acceptLogin = async (
  { db }: AnonymousContext,
  { account, newHash }: LoginProof,
): Promise<Account> => {
  const held = await lockAccount(db, account.id)
  if (!isUsable(held) || held.password_hash !== account.password_hash) throw wrong()
  if (newHash !== null)
    await db.updateTable('users').set({ password_hash: newHash }).where('id', '=', held.id).execute()
  return held
}
