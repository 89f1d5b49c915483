import { texts } from '#contract/problem.ts'
import type { Context, House } from '../../context.ts'
import { logAccess } from '../../history/index.ts'
import type { Strength } from '../../lib/password-strength.ts'
import { workApart } from '../../lib/thread/work-apart.ts'
import { problem } from '../../problem.ts'
import { passwordNotice, wipeLinks } from '../messages.ts'
import { hashPassword, isPassword } from '../passwords.ts'
import { findAccount, listSchoolNames, lockAccount, type Account } from '../queries.ts'
import { contextWords, passwordFault, strengthFault } from '../rules.ts'
import { counters, tooManyTries, tryCounted } from '../throttle.ts'
import { hasTwoFactor } from './prove-login.ts'
import { announceProofChange, recordProofChange, type Changing } from './record-proof-change.ts'

const wrongTexts = {
  password: 'The provided password was incorrect.',
  current_password: 'The provided password does not match your current password.',
} as const

/** Checks the caller's own password, before the transaction. @throws Problem 422 on `field`, 429 with Retry-After */
export const proveOwnPassword = async (
  context: Context,
  password: string,
  field: keyof typeof wrongTexts,
): Promise<Account> => {
  const { house, caller } = context
  const wanted = [counters.confirmPassword(caller.id)]
  const account = await tryCounted(house, wanted, tooManyTries(field), async () => {
    const found = await findAccount(house.db, caller.id)
    if (found && (await isPassword(found.password_hash, password))) return found
    const detail = 'own password'
    await logAccess(house.db, house, context, { action: 'login_failed', outcome: 'refused', detail })
    return null
  })
  if (!account) throw problem.invalid({ [field]: wrongTexts[field] })
  return account
}

/** A new password, typed twice. */
export interface NewPassword {
  readonly password: string
  readonly password_confirmation: string
}

/**
 * Measures a new password and hashes it. The demo accounts may have any.
 * @throws Problem 422 `password`
 */
export const hashNewPassword = async (
  house: House,
  account: Account,
  { password, password_confirmation }: NewPassword,
): Promise<string> => {
  if (password !== password_confirmation) throw problem.invalid({ password: texts.confirmed })
  const schools = await listSchoolNames(house.db, account.school_ids)
  const isExempt = account.is_demo && house.settings.demo
  const words = contextWords({ ...account, schools })
  const measure = { hasTwoFactor: hasTwoFactor(account), words }
  const fault = isExempt
    ? null
    : (passwordFault(password, measure) ??
      strengthFault(await strengthOf(password, words), measure.hasTwoFactor))
  if (fault !== null) throw problem.invalid({ password: fault })
  return hashPassword(password)
}

const strengthOf = (password: string, words: readonly string[]): Promise<Strength> => {
  const tooLong = problem.invalid({ password: 'The :attribute could not be judged. Please choose another.' })
  return workApart({ kind: 'password', password, words }, tooLong)
}

const mask = '********'

/**
 * Stores a new password: links are void, the person's sessions end but for `ownSession`, and they are told
 * (but for a first password, which nobody else can have known).
 */
export const storePassword = async (
  context: Changing,
  account: Account,
  hash: string,
  ownSession?: number,
): Promise<void> => {
  const { db } = context
  await db.updateTable('users').set({ password_hash: hash }).where('id', '=', account.id).execute()
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', account.id)
    .where('used_at', 'is', null)
    .execute()
  await wipeLinks(db, account.id)
  const before = account.password_hash === null ? null : mask
  await recordProofChange(context, account, 'password_changed', { field: 'password', before, after: mask })
  await announceProofChange(context, account, passwordNotice(account), ownSession)
}

/** Changes the caller's own password. @throws Problem 422 when another change came first */
export const changeOwnPassword = async (context: Context, proved: Account, hash: string): Promise<void> => {
  const account = await lockAccount(context.db, proved.id)
  if (!account || account.password_hash !== proved.password_hash)
    throw problem.invalid({ current_password: wrongTexts.current_password })
  await storePassword(context, account, hash, context.caller.session_id)
}

/** Notes that the caller has just proved their password. */
export const confirmPassword = async ({ db, caller, clock }: Context): Promise<void> => {
  await db
    .updateTable('sessions')
    .set({ password_confirmed_at: clock.now().toISOString() })
    .where('id', '=', caller.session_id)
    .execute()
}
