import type { Invitation, InvitedUser, NewUser } from '#contract/accounts/users/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import { issueLink, linkSeconds, sendLinkLater } from '#server/accounts/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem, Problem } from '#server/platform/problem.ts'
import { printInDemo } from '#server/platform/print-in-demo.ts'
import { presentUser } from '../present.ts'
import { isTaken, type UserRow } from '../queries.ts'
import { lockedUser, namesOfSchools, replaceSchools, userEntry } from '../record.ts'
import { accessAfter, savedEmail } from '../rules.ts'

/**
 * Creates a user and invites them by email. They choose their own password by the link.
 * @throws Problem 422 on an address that another user has, and on unknown schools
 */
export const inviteUser = async (context: Context, body: NewUser): Promise<InvitedUser> => {
  const { db, clock } = context
  const email = await freeEmail(context, body.email, null)
  const { permission, school_ids, error } = accessAfter(
    { permission: body.permission, school_ids: [] },
    { school_ids: body.school_ids },
  )
  if (error !== null) throw problem.invalid({ school_ids: error })
  const schools = await namesOfSchools(context, school_ids)
  const now = clock.now().toISOString()
  const values = { first_name: body.first_name, last_name: body.last_name, email, permission }
  const { id } = await db
    .insertInto('users')
    .values({ ...values, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replaceSchools(context, id, school_ids)
  const kind = 'user_created'
  await recordHistory(context, { kind }, [userEntry(id, kind, fieldChanges({}, { ...values, schools }))])
  const { invite_url, is_emailed } = await sendInvitation(context, { id, ...values })
  return { ...presentUser(await lockedUser(context, id)), invite_url, is_emailed }
}

/** Returns an address as it’s saved. @throws Problem 422 `email` if it isn’t one, or another user has it */
export const freeEmail = async (
  context: Pick<Context, 'db'>,
  typed: string,
  ownId: number | null,
): Promise<string> => {
  const email = savedEmail(typed)
  if (email === null) throw problem.invalid({ email: texts.email })
  if (await isTaken(context, email, ownId)) throw problem.invalid({ email: texts.taken })
  return email
}

type Invited = Pick<UserRow, 'id' | 'email' | 'first_name' | 'last_name'>

/** Creates a one-time link for a user who has no password yet, and emails it unless told not to. */
export const sendInvitation = async (
  context: Context,
  user: Invited,
  isEmailed = true,
): Promise<Invitation> => {
  const { services, clock } = context
  const invite_url = await issueLink(context, user, 'invite')
  if (isEmailed) await sendLinkLater(context, user, 'invite', invite_url)
  if (isEmailed) printInDemo(context, `Invitation for ${user.email}: ${invite_url}`)
  const expires = clock.now().getTime() + linkSeconds.invite * 1000
  return {
    invite_url,
    expires_at: new Date(expires).toISOString(),
    is_emailed: isEmailed && services.settings.smtpUrl !== null,
  }
}

/**
 * Creates a new link for an invited user; the earlier one stops working.
 * @throws Problem 404, 409 if they have a password or are disabled
 */
export const inviteAgain = async (context: Context, id: number, isEmailed: boolean): Promise<Invitation> => {
  const user = await lockedUser(context, id)
  if (user.is_disabled) throw problem.inUse('This user is disabled. Enable them first.')
  if (user.state !== 'invited')
    throw new Problem('exists', {
      message:
        'They’ve already accepted their invitation. They can reset their password on the sign-in page.',
    })
  const kind = 'user_invited'
  await recordHistory(context, { kind }, [
    userEntry(id, kind, [{ field: 'email', before: null, after: isEmailed ? user.email : null }]),
  ])
  return sendInvitation(context, user, isEmailed)
}
