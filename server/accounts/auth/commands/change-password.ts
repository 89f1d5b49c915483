import { authTexts } from '#contract/accounts/auth/texts.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Context, Services } from '#server/platform/context.ts'
import type { Strength } from '#server/platform/lib/password-strength.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { problem } from '#server/platform/problem.ts'
import { passwordNotice } from '../messages.ts'
import { hashPassword, isPassword } from '../passwords.ts'
import { findAccount, listSchoolNames, lockAccount, type Account } from '../queries.ts'
import { contextWords, passwordError, strengthError } from '../rules.ts'
import { counters, tooManyAttempts, runCounted } from '../throttle.ts'
import { hasTwoFactor } from './check-login.ts'
import {
  emailCredentialChange,
  recordCredentialChange,
  type CredentialChange,
} from './record-credential-change.ts'

/**
 * Checks the caller’s own password before the transaction.
 * @throws Problem 422 on `field`, 429 with Retry-After
 */
export const checkOwnPassword = async (
  context: Context,
  password: string,
  field: 'password' | 'current_password',
): Promise<Account> => {
  const { services, caller } = context
  const wanted = [counters.confirmPassword(caller.id)]
  const account = await runCounted(services, wanted, tooManyAttempts(field), async () => {
    const found = await findAccount(services.db, caller.id)
    if (found && (await isPassword(found.password_hash, password))) return found
    const detail = 'own password'
    await services.accesses.refuse(services, context, { action: 'login_failed', detail })
    return null
  })
  if (!account) throw problem.invalid({ [field]: authTexts[field] })
  return account
}

/** A new password and its confirmation. */
export interface NewPassword {
  readonly password: string
  readonly password_confirmation: string
}

/**
 * Checks the strength of a new password and hashes it. The demo accounts can use any.
 * @throws Problem 422 `password`
 */
export const hashNewPassword = async (
  services: Services,
  account: Account,
  { password, password_confirmation }: NewPassword,
): Promise<string> => {
  if (password !== password_confirmation) throw problem.invalid({ password: texts.confirmed })
  const schools = await listSchoolNames(services.db, account.school_ids)
  const isExempt = account.is_demo && services.settings.demo
  const words = contextWords({ ...account, schools })
  const measure = { hasTwoFactor: hasTwoFactor(account), words }
  const fault = isExempt
    ? null
    : (passwordError(password, measure) ??
      strengthError(await strengthOf(password, words), measure.hasTwoFactor))
  if (fault !== null) throw problem.invalid({ password: fault })
  return hashPassword(password)
}

const strengthOf = (password: string, words: readonly string[]): Promise<Strength> => {
  const tooLong = problem.invalid({ password: 'This password couldn’t be checked. Choose a different one.' })
  return runInThread({ kind: 'password', password, words }, tooLong)
}

const mask = '********'

/** Saves a new password, ends what is open in the user’s name except `ownSession`, and notifies them by email. */
export const storePassword = async (
  context: CredentialChange,
  account: Account,
  hash: string,
  ownSession?: number,
): Promise<void> => {
  const changed = { password_hash: hash }
  await context.db.updateTable('users').set(changed).where('id', '=', account.id).execute()
  const before = account.password_hash === null ? null : mask
  await recordCredentialChange(context, account, 'password_changed', {
    field: 'password',
    before,
    after: mask,
  })
  await emailCredentialChange(context, account, passwordNotice, ownSession)
}

/** Changes the caller’s own password. @throws Problem 422 if it was changed in the meantime */
export const changeOwnPassword = async (context: Context, proved: Account, hash: string): Promise<void> => {
  const account = await lockAccount(context.db, proved.id)
  if (!account || account.password_hash !== proved.password_hash)
    throw problem.invalid({ current_password: authTexts.current_password })
  await storePassword(context, account, hash, context.caller.session_id)
}

/** Records that the caller has just confirmed their password. */
export const confirmPassword = async ({ db, caller, clock }: Context): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ password_confirmed_at: clock.now().toISOString() })
    .where('id', '=', caller.session_id)
    .execute()
}
