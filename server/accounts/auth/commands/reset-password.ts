import { setTimeout as sleep } from 'node:timers/promises'
import { authTexts } from '#contract/accounts/auth/texts.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { sendLinkLater } from '../messages.ts'
import {
  findAccount,
  findAccountByEmail,
  findOpenLink,
  isUsable,
  lockAccount,
  type Account,
} from '../queries.ts'
import { loginName } from '../rules.ts'
import { countFromAddress, countAttempt, counters, tooManyAttempts, runCounted } from '../throttle.ts'
import { hashNewPassword, storePassword, type NewPassword } from './change-password.ts'
import { issueLink } from './issue-link.ts'

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
  if (services.settings.demo)
    context.afterCommit.push(() => {
      process.stdout.write(`Reset link for ${account.email}: ${link}\n`)
    })
}

/** A valid link, its user, and the hash of their new password. */
interface CheckedReset {
  readonly linkId: number
  readonly account: Account
  readonly hash: string
}

/** Returns the same error for a wrong link or address, so that no one learns which accounts exist. */
const badLink = () => problem.invalid({ email: authTexts.link })

/**
 * Checks a link (reset or invite) and the new password, before the transaction.
 * @throws Problem 422 `email` or `password`, 429 with Retry-After
 */
export const checkReset = async (
  { services, address }: AnonymousContext,
  ask: NewPassword & { readonly token: string; readonly email: string },
): Promise<CheckedReset> => {
  const link = await findOpenLink(services, ask.token, ['reset', 'invite'])
  const account = link && (await findAccount(services.db, link.user_id))
  if (!link || !isUsable(account) || account.email !== loginName(ask.email)) {
    // only failures count: a valid link isn't a guess
    await runCounted(services, [counters.reset(address)], tooManyAttempts('email'), () =>
      Promise.resolve(null),
    )
    throw badLink()
  }
  const hash = await hashNewPassword(services, account, ask)
  return { linkId: link.id, account, hash }
}

/**
 * Sets the password and uses up the link. Ends all sessions of the user. It doesn’t sign in and doesn’t change
 * two-factor authentication.
 * @throws Problem 422 if the link was used in the meantime
 */
export const resetPassword = async (
  context: AnonymousContext,
  { linkId, account, hash }: CheckedReset,
): Promise<void> => {
  const { db, clock } = context
  const held = await lockAccount(db, account.id)
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: clock.now().toISOString() })
    .where('id', '=', linkId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!used || !isUsable(held)) throw badLink()
  await storePassword({ ...context, caller: { id: held.id } }, held, hash)
}
