import type { AnonymousContext } from '../../context.ts'
import { logAccess } from '../../history/index.ts'
import { problem } from '../../problem.ts'
import { hashPassword, isOutdated, isPassword } from '../passwords.ts'
import { findAccountByEmail, isUsable, lockAccount, type Account } from '../queries.ts'
import { clearCounters, counters, tooManyLogins, tryCounted } from '../throttle.ts'
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
 * same way and get the same answer; only failures count.
 * @throws Problem 422 `email`, 429 with Retry-After
 */
export const proveLogin = async (
  context: AnonymousContext,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<LoginProof> => {
  const { house, address } = context
  const own = [counters.login(email, address), counters.account(email)]
  const account = await tryCounted(house, [...own, counters.address(address)], tooManyLogins, async () => {
    const found = await findAccountByEmail(house.db, email)
    const matches = await isPassword(found?.password_hash ?? null, password)
    if (matches && isUsable(found)) return found
    await noteFailure(context, found?.id)
    return null
  })
  if (!account) throw wrong()
  if (!hasTwoFactor(account)) await clearCounters(house, own)
  await forgetExpired(house)
  const isOld = account.password_hash !== null && isOutdated(account.password_hash)
  return { account, newHash: isOld ? await hashPassword(password) : null }
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
