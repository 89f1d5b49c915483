import { texts } from '#contract/platform/problem.ts'
import type { InvitedUser, NewUser } from '#contract/accounts/users/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { presentUser } from '../present.ts'
import { isTaken } from '../queries.ts'
import { accessAfter, savedEmail } from '../rules.ts'
import { lockedUser, namesOfSchools, replaceSchools, userEntry } from '../write.ts'
import { sendInvitation } from './send-invitation.ts'

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
  const { invite_url } = await sendInvitation(context, { id, ...values })
  return { ...presentUser(await lockedUser(context, id)), invite_url }
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
