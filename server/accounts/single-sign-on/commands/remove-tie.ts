import { emailCredentialChange, lockAccount, signInNotice } from '#server/accounts/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { getSchool } from '#server/setup/schools/index.ts'

/**
 * Unties a user from their account at the school’s provider. Ends their sessions, and tells them by email. Their next
 * sign-in there ties them again by their email address.
 * @throws Problem 404
 */
export const removeTie = async (context: Context, schoolId: number, tieId: number): Promise<void> => {
  const school = await getSchool(context, schoolId)
  const removed = await scope
    .delete(context, 'sign_on_ties')
    .where('sign_on_ties.school_id', '=', schoolId)
    .where('sign_on_ties.id', '=', tieId)
    .returning('sign_on_ties.user_id')
    .executeTakeFirst()
  const account = removed && (await lockAccount(context.db, removed.user_id))
  if (!account) throw problem.notFound()
  await recordHistory(context, { kind: 'user_changed' }, [
    {
      kind: 'user_changed',
      subject: { type: 'user', id: account.id },
      changes: [{ field: 'single_sign_on', before: school.name, after: null }],
    },
  ])
  const what = `A Shipmate Admin disconnected your Shipmate account from your account at ${school.name}.`
  await emailCredentialChange(context, account, signInNotice(what))
}
