import type { Context } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { signInNotice } from './emails.ts'
import { findAccount, lockAccount, lockCaller, type Account } from '../queries.ts'
import { counters, tooManyAttempts, runCounted } from '#server/platform/http/throttle.ts'
import { newRecoveryCodes, newSecret, sealCodes, sealSecret } from '../rules/two-factor.ts'
import { hasAuthenticator } from './check-login.ts'
import { useStep, wrongFactor } from './check-challenge.ts'
import { emailCredentialChange, recordCredentialChange } from '../record.ts'

const stateOf = (account: Account): 'off' | 'pending' | 'on' => {
  if (!account.two_factor_secret) return 'off'
  return hasAuthenticator(account) ? 'on' : 'pending'
}

const off = {
  two_factor_secret: null,
  two_factor_recovery_codes: null,
  two_factor_confirmed_at: null,
  two_factor_last_step: null,
}

/**
 * Starts two-factor setup with an unconfirmed secret and codes. If setup was already started, nothing changes
 * unless `force` is set; then everything is new and unconfirmed.
 */
export const startTwoFactor = async (context: Context, force: boolean): Promise<void> => {
  const { db, services } = context
  const account = await lockCaller(context)
  const before = stateOf(account)
  if (before !== 'off' && !force) return
  const begun = {
    ...off,
    two_factor_secret: sealSecret(services.keys, account.id, newSecret()),
    two_factor_recovery_codes: sealCodes(services.keys, account.id, newRecoveryCodes()),
  }
  await db.updateTable('users').set(begun).where('id', '=', account.id).execute()
  await recordCredentialChange(context, account, 'two_factor_changed', {
    field: 'two_factor',
    before,
    after: 'pending',
  })
  if (before === 'on')
    await announce(
      context,
      account,
      'Two-factor authentication for your Shipmate account is being set up again. It’s off until you confirm it.',
    )
}

const announce = (context: Context, account: Account, what: string): Promise<void> =>
  emailCredentialChange(context, account, signInNotice(what), context.caller.session_id)

/** Checks the first code before the transaction. @throws Problem 422 `code`, 429 with Retry-After */
export const checkFirstCode = async (
  { services, caller }: Context,
  code: string | null | undefined,
): Promise<Account> => {
  const wanted = [counters.confirmTwoFactor(caller.id)]
  const proved = await runCounted(services, wanted, tooManyAttempts('code'), async () => {
    const account = await findAccount(services.db, caller.id)
    return account && (await useStep(services, account, code ?? '')) ? account : null
  })
  if (!proved) throw wrongFactor({ code })
  return proved
}

/**
 * Turns on two-factor authentication after its first code was checked.
 * @throws Problem 422 if setup was started again
 */
export const confirmTwoFactor = async (context: Context, proved: Account): Promise<void> => {
  const account = await lockCaller(context)
  if (!proved.two_factor_secret || !account.two_factor_secret?.equals(proved.two_factor_secret))
    throw wrongFactor({})
  if (hasAuthenticator(account)) return
  await context.db
    .updateTable('users')
    .set({ two_factor_confirmed_at: context.clock.now().toISOString() })
    .where('id', '=', account.id)
    .execute()
  const change = { field: 'two_factor', before: 'pending', after: 'on' }
  await recordCredentialChange(context, account, 'two_factor_changed', change)
  await announce(context, account, 'Two-factor authentication was turned on for your Shipmate account.')
}

/** Turns off two-factor authentication. Does nothing if it’s off. */
export const turnOffTwoFactor = async (context: Context): Promise<void> => {
  const account = await lockCaller(context)
  const before = stateOf(account)
  if (before === 'off') return
  await context.db.updateTable('users').set(off).where('id', '=', account.id).execute()
  await recordCredentialChange(context, account, 'two_factor_changed', {
    field: 'two_factor',
    before,
    after: 'off',
  })
  await announce(context, account, 'Two-factor authentication was turned off for your Shipmate account.')
}

/**
 * Turns off the two-factor authentication of a user who lost their phone, and removes their passkeys. Ends all their
 * sessions, and tells them by email. Does nothing if there’s neither.
 * @throws Problem 404
 */
export const resetTwoFactorOf = async (context: Context, userId: number): Promise<void> => {
  const account = await lockAccount(context.db, userId)
  if (!account) throw problem.notFound()
  const before = stateOf(account)
  if (before === 'off' && !account.has_passkey) return
  await context.db.updateTable('users').set(off).where('id', '=', account.id).execute()
  await context.db.deleteFrom('passkeys').where('user_id', '=', account.id).execute()
  const change =
    before === 'off'
      ? { field: 'passkey', before: 'set up', after: null }
      : { field: 'two_factor', before, after: 'off' }
  await recordCredentialChange(context, account, 'two_factor_changed', change)
  const own = context.caller.id === userId ? context.caller.session_id : undefined
  const what =
    'A Shipmate Admin turned off two-factor authentication for your Shipmate account. Set it up again after you sign in.'
  await emailCredentialChange(context, account, signInNotice(what), own)
}

/** Creates 8 new recovery codes and voids the old ones. Does nothing if it’s off. */
export const renewRecoveryCodes = async (context: Context): Promise<void> => {
  const account = await lockCaller(context)
  if (!account.two_factor_secret) return
  const codes = sealCodes(context.services.keys, account.id, newRecoveryCodes())
  await context.db
    .updateTable('users')
    .set({ two_factor_recovery_codes: codes })
    .where('id', '=', account.id)
    .execute()
  const change = { field: 'two_factor_recovery_codes', before: null, after: 'renewed' }
  await recordCredentialChange(context, account, 'two_factor_changed', change)
  await announce(
    context,
    account,
    'Your Shipmate account has new recovery codes. The old ones don’t work anymore.',
  )
}
