import { isAdmin } from '#contract/platform/access.ts'
import type { UserChange } from '#contract/accounts/users/shapes.ts'
import { requireConfirmation } from '#server/platform/http/confirmation.ts'
import { voidAccess } from '#server/accounts/auth/index.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { presentUser } from '../present.ts'
import type { UserRow } from '../queries.ts'
import { accessAfter, needsAdmin } from '../rules.ts'
import {
  assertOtherAdmin,
  lockAdmins,
  lockedUser,
  namesOfSchools,
  replaceSchools,
  userEntry,
} from '../record.ts'
import { changeEmail } from './change-email.ts'

/** Checks that the caller may write the fields of a change. @throws Problem 403 */
export const assertMayChange = ({ caller }: Pick<Context, 'caller'>, change: UserChange): void => {
  if (!isAdmin(caller) && needsAdmin(change)) throw problem.forbidden()
}

/**
 * Updates a user. Permission, schools and a disabled account apply to their next call. What gives access asks for the
 * caller’s password.
 * @throws Problem 404, 409 with the current user, 409 for the last product admin, 422, 423
 */
export const updateUser = async (context: Context, id: number, change: UserChange): Promise<void> => {
  if (needsAdmin(change)) await lockAdmins(context)
  const before = await lockedUser(context, id)
  if (change.version !== undefined && change.version !== before.version)
    throw problem.stale(presentUser(before))
  const access = await changeAccess(context, before, change)
  const { first_name, last_name, is_disabled } = { ...before, ...present(change) }
  const fields = { first_name, last_name, is_disabled, ...access }
  // before a new address gets its own link
  if (is_disabled !== before.is_disabled) await voidAccess(context.db, id, 'none')
  const former = { ...before, schools: before.schools.map(({ name }) => name) }
  const changes = fieldChanges(former, fields)
  if (changes.some(({ field, after }) => grantsAccess(field, after))) requireConfirmation(context)
  const address = change.email === undefined ? [] : await changeEmail(context, before, change.email)
  const entries = [...(changes.length === 0 ? [] : [userEntry(id, 'user_changed', changes)]), ...address]
  const [first] = entries
  // nothing changed, so neither does the version
  if (!first) return
  await writeUser(context, id, fields)
  await recordHistory(context, { kind: first.kind }, entries)
}

/** Returns whether a changed field of a user gives them access, or other access. */
const grantsAccess = (field: string, after: unknown): boolean =>
  field === 'permission' || field === 'schools' || (field === 'is_disabled' && after === false)

/** Returns the plain fields that a change has. */
const present = ({ first_name, last_name, is_disabled }: UserChange) => ({
  ...(first_name === undefined ? {} : { first_name }),
  ...(last_name === undefined ? {} : { last_name }),
  ...(is_disabled === undefined ? {} : { is_disabled }),
})

/** Writes the schools of a user and returns their access. @throws Problem 409 for the last product admin, 422 */
const changeAccess = async (context: Context, before: UserRow, change: UserChange) => {
  const isDemoted = change.permission !== undefined && change.permission !== 'shipmate_admin'
  if (isDemoted || change.is_disabled === true) await assertOtherAdmin(context, before)
  if (change.permission === undefined && change.school_ids === undefined)
    return { permission: before.permission, schools: before.schools.map(({ name }) => name) }
  const former = { permission: before.permission, school_ids: before.schools.map(({ id }) => id) }
  const { permission, school_ids, error } = accessAfter(former, change)
  if (error !== null) throw problem.invalid({ school_ids: error })
  const schools = await namesOfSchools(context, school_ids)
  await replaceSchools(context, before.id, school_ids)
  return { permission, schools }
}

interface WrittenFields {
  readonly first_name: string
  readonly last_name: string
  readonly permission: string
  readonly is_disabled: boolean
}

const writeUser = async (
  { db, clock }: Context,
  id: number,
  { is_disabled, first_name, last_name, permission }: WrittenFields,
): Promise<void> => {
  const now = clock.now().toISOString()
  await db
    .updateTable('users')
    .set((row) => ({
      first_name,
      last_name,
      permission,
      // a second call keeps the time of the first
      disabled_at: is_disabled ? row.fn.coalesce('disabled_at', row.val(now)) : null,
      version: row('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()
}
