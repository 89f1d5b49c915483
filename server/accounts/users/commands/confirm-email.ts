import {
  badEmailLink,
  type checkEmailLink,
  sendLater,
  signInNotice,
  voidAccess,
} from '#server/accounts/auth/index.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { isTaken, lockLinkOwner } from '../queries.ts'
import { userEntry } from '../write.ts'

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
