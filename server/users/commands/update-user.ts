import { isAdmin } from '#contract/access.ts'
import type { UserChange } from '#contract/users/shapes.ts'
import type { Context } from '../../context.ts'
import { fieldChanges, recordHistory, type Entry } from '../../history/index.ts'
import { problem } from '../../problem.ts'
import { presentUser } from '../present.ts'
import type { UserRow } from '../queries.ts'
import { accessAfter, needsAdmin } from '../rules.ts'
import {
  assertOtherAdmin,
  endAccess,
  lockAdmins,
  lockedUser,
  namesOfSchools,
  replaceSchools,
  userEntry,
} from '../write.ts'
import { changeEmail } from './change-email.ts'

/** Checks that the caller may write the fields of a change. @throws Problem 403 */
export const assertMayChange = ({ caller }: Pick<Context, 'caller'>, change: UserChange): void => {
  if (!isAdmin(caller) && needsAdmin(change)) throw problem.forbidden()
}

/**
 * Updates a user. Permission, schools and a disabled account apply to their next call.
 * @throws Problem 404, 409 with the current user, 409 for the last product admin, 422
 */
export const updateUser = async (context: Context, id: number, change: UserChange): Promise<void> => {
  if (needsAdmin(change)) await lockAdmins(context)
  const before = await lockedUser(context, id)
  if (change.version !== undefined && change.version !== before.version)
    throw problem.stale(presentUser(before))
  const access = await changeAccess(context, before, change)
  const fields = {
    first_name: change.first_name ?? before.first_name,
    last_name: change.last_name ?? before.last_name,
    permission: access.permission,
    is_disabled: change.is_disabled ?? before.is_disabled,
    schools: access.schools,
  }
  await writeUser(context, id, fields)
  if (fields.is_disabled && !before.is_disabled) await endAccess(context, id)
  const former = { ...before, schools: before.schools.map(({ name }) => name) }
  const changes = fieldChanges(former, fields)
  const own: Entry[] = changes.length === 0 ? [] : [userEntry(id, 'user_changed', changes)]
  const address = change.email === undefined ? [] : await changeEmail(context, before, change.email)
  const entries = [...own, ...address]
  const [first] = entries
  if (first) await recordHistory(context, { kind: first.kind }, entries)
}

/** Writes the schools of a user and returns their access. @throws Problem 409 for the last product admin, 422 */
const changeAccess = async (context: Context, before: UserRow, change: UserChange) => {
  const school_ids = before.schools.map(({ id }) => id)
  const access = accessAfter({ permission: before.permission, school_ids }, change)
  if (access.error !== null) throw problem.invalid({ school_ids: access.error })
  const leaves = access.permission !== 'shipmate_admin' || change.is_disabled === true
  if (needsAdmin(change) && leaves) await assertOtherAdmin(context, before)
  if (change.permission === undefined && change.school_ids === undefined)
    return { permission: before.permission, schools: before.schools.map(({ name }) => name) }
  const schools = await namesOfSchools(context, access.school_ids)
  await replaceSchools(context, before.id, access.school_ids)
  return { permission: access.permission, schools }
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
