import { voidAccess } from '#server/accounts/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { discardDrafts } from '#server/accounts/drafts/index.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { assertOtherAdmin, lockAdmins, lockedUser, userEntry } from '../write.ts'

/**
 * Removes a user: no one can sign in as them anymore, and their address can be invited again. Their name stays in
 * the history.
 * @throws Problem 404, 409 for the last product admin
 */
export const removeUser = async (context: Context, id: number): Promise<void> => {
  const { db, clock } = context
  await lockAdmins(context)
  const user = await lockedUser(context, id)
  await assertOtherAdmin(context, user)
  const now = clock.now().toISOString()
  await db
    .updateTable('users')
    .set((row) => ({
      deleted_at: now,
      updated_at: now,
      version: row('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await voidAccess(db, id, 'none')
  await discardDrafts(db, id)
  const kind = 'user_removed'
  await recordHistory(context, { kind }, [
    userEntry(id, kind, [
      { field: 'name', before: `${user.first_name} ${user.last_name}`, after: null },
      { field: 'email', before: user.email, after: null },
    ]),
  ])
}
