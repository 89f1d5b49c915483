import { setTimeout as sleep } from 'node:timers/promises'
import type { AnonymousContext } from '../../context.ts'
import { logAccess } from '../../history/index.ts'
import { problem } from '../../problem.ts'
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
import { countFrom, countTry, counters, tooManyTries, tryCounted } from '../throttle.ts'
import { hashNewPassword, storePassword, type NewPassword } from './change-password.ts'
import { issueLink } from './issue-link.ts'

/**
 * Whether a mail may go out to an address now: one a minute. Counted for unknown addresses too; beyond so many calls
 * from one place each waits.
 */
export const admitResetMail = async (
  { house, address }: AnonymousContext,
  email: string,
): Promise<boolean> => {
  const { delay } = await countFrom(house, counters.forgotAddress(address))
  if (delay > 0) await sleep(delay * 1000)
  return (await countTry(house, counters.forgot(email))) === null
}

/** Mails a reset link to whoever has this address and may come in; for everybody else a line in the access log. */
export const sendResetLink = async (
  context: AnonymousContext,
  email: string,
  mayMail: boolean,
): Promise<void> => {
  const { db, house } = context
  const account = await findAccountByEmail(db, email)
  if (!mayMail || !isUsable(account)) {
    await logAccess(db, house, context, { action: 'refused', outcome: 'refused', detail: 'forgot-password' })
    return
  }
  const link = await issueLink(context, account, 'reset')
  await sendLinkLater(context, account, 'reset', link)
  if (house.settings.demo)
    context.afterCommit.push(() => {
      process.stdout.write(`Reset link for ${account.email}: ${link}\n`)
    })
}

/** A good link, its person, and their new password's hash. */
export interface ResetProof {
  readonly linkId: number
  readonly account: Account
  readonly hash: string
}

/** The same whatever is wrong with link or address: nobody learns who is known here. */
const badLink = () => problem.invalid({ email: 'This password reset token is invalid.' })

/**
 * Checks a link (reset or invite) and the new password, before the transaction.
 * @throws Problem 422 `email` or `password`, 429 with Retry-After
 */
export const proveReset = async (
  { house, address }: AnonymousContext,
  ask: NewPassword & { readonly token: string; readonly email: string },
): Promise<ResetProof> => {
  const link = await findOpenLink(house, ask.token)
  const account = link && (await findAccount(house.db, link.user_id))
  if (!link || !isUsable(account) || account.email !== loginName(ask.email)) {
    // only what is wrong is counted: a good link is nobody's guess
    await tryCounted(house, [counters.reset(address)], tooManyTries('email'), () => Promise.resolve(null))
    throw badLink()
  }
  const hash = await hashNewPassword(house, account, ask)
  return { linkId: link.id, account, hash }
}

/**
 * Sets the password that a link was used for; the link is used up, and all sessions of the person end.
 * Neither does it sign in nor does it touch the second factor. @throws Problem 422 when the link was used meanwhile
 */
export const resetPassword = async (
  context: AnonymousContext,
  { linkId, account, hash }: ResetProof,
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
