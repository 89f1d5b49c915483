import type { Context } from '../../context.ts'
import { problem } from '../../problem.ts'
import { twoFactorNotice } from '../messages.ts'
import { findAccount, lockAccount, type Account } from '../queries.ts'
import { counters, tooManyTries, tryCounted } from '../throttle.ts'
import { newRecoveryCodes, newSecret, sealCodes, sealSecret } from '../two-factor.ts'
import { hasTwoFactor } from './prove-login.ts'
import { spendStep, wrongFactor } from './prove-challenge.ts'
import { announceProofChange, recordProofChange } from './record-proof-change.ts'

const stateOf = (account: Account): 'off' | 'pending' | 'on' => {
  if (!account.two_factor_secret) return 'off'
  return hasTwoFactor(account) ? 'on' : 'pending'
}

const lockCaller = async ({ db, caller }: Context): Promise<Account> => {
  const account = await lockAccount(db, caller.id)
  if (!account) throw problem.unauthenticated()
  return account
}

const off = {
  two_factor_secret: null,
  two_factor_recovery_codes: null,
  two_factor_confirmed_at: null,
  two_factor_last_step: null,
}

/**
 * Begins two-factor authentication: a secret and codes, unconfirmed. Begun already it stays as it is, unless forced:
 * then all is new, and unconfirmed again.
 */
export const beginTwoFactor = async (context: Context, force: boolean): Promise<void> => {
  const { db, house } = context
  const account = await lockCaller(context)
  const before = stateOf(account)
  if (before !== 'off' && !force) return
  const begun = {
    ...off,
    two_factor_secret: sealSecret(house.keys, account.id, newSecret()),
    two_factor_recovery_codes: sealCodes(house.keys, account.id, newRecoveryCodes()),
  }
  await db.updateTable('users').set(begun).where('id', '=', account.id).execute()
  await recordProofChange(context, account, 'two_factor_changed', {
    field: 'two_factor',
    before,
    after: 'pending',
  })
  if (before === 'on')
    await announce(context, account, 'is being set up anew and is off until that is confirmed')
}

const announce = (context: Context, account: Account, what: string): Promise<void> =>
  announceProofChange(context, account, twoFactorNotice(account, what), context.caller.session_id)

/** Checks the first code, before the transaction. @throws Problem 422 `code`, 429 with Retry-After */
export const proveFirstCode = async (
  { house, caller }: Context,
  code: string | null | undefined,
): Promise<Account> => {
  const wanted = [counters.confirmTwoFactor(caller.id)]
  const proved = await tryCounted(house, wanted, tooManyTries('code'), async () => {
    const account = await findAccount(house.db, caller.id)
    return account && (await spendStep(house, account, code ?? '')) ? account : null
  })
  if (!proved) throw wrongFactor({ code })
  return proved
}

/** Switches two-factor authentication on, its first code proved. @throws Problem 422 when it was begun anew since */
export const confirmTwoFactor = async (context: Context, proved: Account): Promise<void> => {
  const account = await lockCaller(context)
  if (!proved.two_factor_secret || !account.two_factor_secret?.equals(proved.two_factor_secret))
    throw wrongFactor({})
  if (hasTwoFactor(account)) return
  await context.db
    .updateTable('users')
    .set({ two_factor_confirmed_at: context.clock.now().toISOString() })
    .where('id', '=', account.id)
    .execute()
  const change = { field: 'two_factor', before: 'pending', after: 'on' }
  await recordProofChange(context, account, 'two_factor_changed', change)
  await announce(context, account, 'was switched on')
}

/** Switches two-factor authentication off; nothing happens where it is off. */
export const stopTwoFactor = async (context: Context): Promise<void> => {
  const account = await lockCaller(context)
  const before = stateOf(account)
  if (before === 'off') return
  await context.db.updateTable('users').set(off).where('id', '=', account.id).execute()
  await recordProofChange(context, account, 'two_factor_changed', {
    field: 'two_factor',
    before,
    after: 'off',
  })
  await announce(context, account, 'was switched off')
}

/** Makes eight new recovery codes; the former ones are void. Nothing happens where it is off. */
export const renewRecoveryCodes = async (context: Context): Promise<void> => {
  const account = await lockCaller(context)
  if (!account.two_factor_secret) return
  const codes = sealCodes(context.house.keys, account.id, newRecoveryCodes())
  await context.db
    .updateTable('users')
    .set({ two_factor_recovery_codes: codes })
    .where('id', '=', account.id)
    .execute()
  const change = { field: 'two_factor_recovery_codes', before: null, after: 'renewed' }
  await recordProofChange(context, account, 'two_factor_changed', change)
  await announce(context, account, 'has new recovery codes')
}
