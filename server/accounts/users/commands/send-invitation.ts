import type { Invitation } from '#contract/accounts/users/shapes.ts'
import { issueLink, linkSeconds, sendLinkLater } from '#server/accounts/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import type { UserRow } from '../queries.ts'
import { lockedUser, userEntry } from '../write.ts'

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
  if (isEmailed && services.settings.demo)
    context.afterCommit.push(() => {
      process.stdout.write(`Invitation for ${user.email}: ${invite_url}\n`)
    })
  const expires = clock.now().getTime() + linkSeconds.invite * 1000
  return { invite_url, expires_at: new Date(expires).toISOString() }
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
