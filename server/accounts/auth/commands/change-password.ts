import { setTimeout as sleep } from 'node:timers/promises'
import { authTexts } from '#contract/accounts/auth/texts.ts'
import { texts } from '#contract/platform/problem.ts'
import type { AnonymousContext, Context, Services } from '#server/platform/context.ts'
import {
  countAttempt,
  counters,
  countFromAddress,
  loginName,
  runCounted,
  tooManyAttempts,
} from '#server/platform/http/throttle.ts'
import type { measureStrength, Strength } from '#server/platform/lib/password-strength.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'
import { problem } from '#server/platform/problem.ts'
import { printInDemo } from '#server/platform/print-in-demo.ts'
import { hasTwoFactor } from './check-login.ts'
import { passwordNotice, sendLinkLater } from './emails.ts'
import { issueLink } from './links.ts'
import {
  findAccount,
  findAccountByEmail,
  findOpenLink,
  isUsable,
  listSchoolNames,
  lockAccount,
  type Account,
} from '../queries.ts'
import { emailCredentialChange, recordCredentialChange, type CredentialChange } from '../record.ts'
import { hashPassword, isPassword } from '../rules/passwords.ts'
import { contextWords, passwordError, strengthError, type LinkPurpose } from '../rules/sign-in.ts'

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

interface NewPassword {
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

const strength = {
  module: new URL('../../../platform/lib/password-strength.ts', import.meta.url),
  name: 'measureStrength',
}

const strengthOf = (password: string, words: readonly string[]): Promise<Strength> => {
  const tooLong = problem.invalid({ password: 'This password couldn’t be checked. Choose a different one.' })
  return runInThread<typeof measureStrength>(strength, [password, words], tooLong)
}

const mask = '********'

/** Saves a new password, ends what is open in the user’s name except `ownSession`, and notifies them by email. */
const storePassword = async (
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

/**
 * Limits emails to one per minute for each address. Counts unknown addresses too; too many calls from one
 * network address wait.
 */
export const limitResetEmails = async (
  { services, address }: AnonymousContext,
  email: string,
): Promise<boolean> => {
  const { delay } = await countFromAddress(services, counters.forgotAddress(address))
  if (delay > 0) await sleep(delay * 1000)
  return (await countAttempt(services, counters.forgot(email))) === null
}

/**
 * Emails a reset link to the user with this address, if they can sign in. For any other address, only writes to
 * the access log.
 */
export const sendResetLink = async (
  context: AnonymousContext,
  email: string,
  mayMail: boolean,
): Promise<void> => {
  const { db, services } = context
  const account = await findAccountByEmail(db, email)
  if (!mayMail || !isUsable(account)) {
    await services.accesses.refuse(services, context, { action: 'refused', detail: 'forgot-password' })
    return
  }
  const link = await issueLink(context, account, 'reset')
  await sendLinkLater(context, account, 'reset', link)
  printInDemo(context, `Reset link for ${account.email}: ${link}`)
}

/** A valid link, its user, and the hash of their new password. */
export interface CheckedReset {
  readonly linkId: number
  readonly account: Account
  readonly hash: string
  readonly link: PasswordLink
}

/** The links that a page takes, and its one error for a wrong link or address, so that no one learns which accounts exist. */
interface PasswordLink {
  readonly purposes: readonly LinkPurpose[]
  readonly error: string
}

export const resetLink: PasswordLink = { purposes: ['reset', 'invite'], error: authTexts.link }

const badLink = ({ error }: PasswordLink) => problem.invalid({ email: error })

type ResetAsk = NewPassword & { readonly token: string; readonly email: string }

/**
 * Checks a link to set a password and the new password, before the transaction. `named` is the user’s new name, which the
 * password must not contain.
 * @throws Problem 422 `email` or `password`, 429 with Retry-After
 */
export const checkReset = async (
  { services, address }: AnonymousContext,
  ask: ResetAsk,
  link: PasswordLink,
  named: Partial<Pick<Account, 'first_name' | 'last_name'>> = {},
): Promise<CheckedReset> => {
  const open = await findOpenLink(services, ask.token, link.purposes)
  const account = open && (await findAccount(services.db, open.user_id))
  if (!open || !isUsable(account) || account.email !== loginName(ask.email)) {
    // only failures count: a valid link isn't a guess
    await runCounted(services, [counters.reset(address)], tooManyAttempts('email'), () =>
      Promise.resolve(null),
    )
    throw badLink(link)
  }
  const hash = await hashNewPassword(services, { ...account, ...named }, ask)
  return { linkId: open.id, account, hash, link }
}

/**
 * Sets the password and uses up the link. Ends all sessions of the user. It doesn’t sign in and doesn’t change
 * two-factor authentication. Returns the user as before.
 * @throws Problem 422 if the link was used in the meantime
 */
export const resetPassword = async (
  context: AnonymousContext,
  { linkId, account, hash, link }: CheckedReset,
): Promise<Account> => {
  const { db, clock } = context
  const held = await lockAccount(db, account.id)
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: clock.now().toISOString() })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used || !isUsable(held)) throw badLink(link)
  await storePassword({ ...context, caller: { id: held.id } }, held, hash)
  return held
}
