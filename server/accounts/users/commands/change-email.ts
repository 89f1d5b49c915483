import {
  badEmailLink,
  clearLinks,
  issueLink,
  sendLater,
  sendLinkLater,
  signInNotice,
  voidAccess,
  type checkEmailLink,
} from '#server/accounts/auth/index.ts'
import type { AnonymousContext, Context } from '#server/platform/context.ts'
import { recordHistory, type Entry } from '#server/platform/history/index.ts'
import { requireConfirmation } from '#server/platform/http/confirmation.ts'
import { problem } from '#server/platform/problem.ts'
import { printInDemo } from '#server/platform/print-in-demo.ts'
import { freeEmail, sendInvitation } from './invite-user.ts'
import { isTaken, lockLinkOwner, type UserRow } from '../queries.ts'
import { userEntry } from '../record.ts'
import { savedEmail } from '../rules.ts'

/** Returns whether a change of a user needs the caller’s password: their own new address. */
export const asksForPassword = (
  caller: Pick<Context['caller'], 'id' | 'email'>,
  userId: number,
  email: string | undefined,
): boolean => caller.id === userId && email !== undefined && savedEmail(email) !== caller.email

/**
 * Changes the address of a user who is locked. A user’s own new address applies once they confirm it by a link; an
 * admin’s change applies at once. The present address as the new one cancels an address that waits. Returns the
 * history entries.
 * @throws Problem 422 `email`, 423
 */
export const changeEmail = async (context: Context, user: UserRow, typed: string): Promise<Entry[]> => {
  const email = await freeEmail(context, typed, user.id)
  if (email === user.email) return user.pending_email === null ? [] : cancelChange(context, user)
  return context.caller.id === user.id
    ? requestChange(context, user, email)
    : applyChange(context, user, email)
}

const setEmail = async (
  { db }: Context,
  id: number,
  values: { readonly email: string } | { readonly pending_email: string | null },
): Promise<void> => {
  await db.updateTable('users').set(values).where('id', '=', id).execute()
}

const voidLink = async ({ db }: Context, { id }: UserRow): Promise<void> => {
  await db
    .deleteFrom('one_time_tokens')
    .where('user_id', '=', id)
    .where('purpose', '=', 'email')
    .where('used_at', 'is', null)
    .execute()
  await clearLinks(db, id, 'email_change')
}

const cancelChange = async (context: Context, user: UserRow): Promise<Entry[]> => {
  await voidLink(context, user)
  await setEmail(context, user.id, { pending_email: null })
  const change = { field: 'pending_email', before: user.pending_email, after: null }
  return [userEntry(user.id, 'email_change_canceled', [change])]
}

const requestChange = async (context: Context, user: UserRow, email: string): Promise<Entry[]> => {
  await setEmail(context, user.id, { pending_email: email })
  const link = await issueLink(context, { id: user.id, email }, 'email')
  await sendLinkLater(context, { ...user, email }, 'email', link)
  printInDemo(context, `Link to confirm ${email}: ${link}`)
  const what = `Someone who knows your password asked to change the email address of your Shipmate account to ${email}. It changes once they open the link sent there.`
  await sendLater(context, user, signInNotice(what))
  const change = { field: 'pending_email', before: user.pending_email, after: email }
  return [userEntry(user.id, 'email_change_requested', [change])]
}

/**
 * Changes the address at once, ends what is open in the user’s name, and tells both addresses. An invited user gets a new
 * link, because the old one belongs to the former address.
 * @throws Problem 423
 */
const applyChange = async (context: Context, user: UserRow, email: string): Promise<Entry[]> => {
  requireConfirmation(context)
  await voidAccess(context.db, user.id, 'none')
  await setEmail(context, user.id, { email })
  await sendLater(
    context,
    user,
    signInNotice(
      'A Shipmate Admin changed the email address of your Shipmate account. You can’t sign in with this address anymore.',
    ),
  )
  const moved = { ...user, email }
  if (user.state === 'invited') await sendInvitation(context, moved)
  else
    await sendLater(
      context,
      moved,
      signInNotice(
        'A Shipmate Admin changed the email address of your Shipmate account to this one. Sign in with it from now on.',
      ),
    )
  return [userEntry(user.id, 'user_changed', [{ field: 'email', before: user.email, after: email }])]
}

/** What `checkEmailLink` returns: a valid link and its user. */
type EmailLink = Awaited<ReturnType<typeof checkEmailLink>>

/**
 * Gives a user the address that they asked for, and uses up the link. Their links to the former address stop working;
 * it’s told. Returns the new one.
 * @throws Problem 422 `token` if the link was used in the meantime, or another user has the address
 */
export const confirmEmail = async (context: AnonymousContext, link: EmailLink): Promise<string> => {
  const { db, clock } = context
  const user = await lockLinkOwner(context, link.user_id)
  const now = clock.now().toISOString()
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: now })
    .where('id', '=', link.id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const email = user?.pending_email ?? null
  if (!used || !user || email === null) throw badEmailLink()
  if (await isTaken(context, email, user.id))
    throw problem.invalid({
      token: 'Another user has this address now. Nothing changed. Choose a different one.',
    })
  await db
    .updateTable('users')
    .set((row) => ({ email, updated_at: now, version: row('version', '+', 1) }))
    .where('id', '=', user.id)
    .execute()
  // they confirmed it with their password, so their sessions go on
  await voidAccess(db, user.id, 'all')
  const kind = 'user_changed'
  await recordHistory({ ...context, caller: { id: user.id } }, { kind }, [
    userEntry(user.id, kind, [{ field: 'email', before: user.email, after: email }]),
  ])
  const what = `The email address of your Shipmate account was changed to ${email}. You can’t sign in with this address anymore.`
  await sendLater(context, user, signInNotice(what))
  return email
}
