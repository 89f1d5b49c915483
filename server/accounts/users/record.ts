import { sql } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { Entry } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { hasOtherAdmin, lockUser, type UserRow } from './queries.ts'

/** Returns the history entry of a user. Users don’t belong to a school. */
export const userEntry = (id: number, kind: HistoryKind, changes: readonly FieldChange[]): Entry => ({
  kind,
  subject: { type: 'user', id },
  changes,
})

/**
 * Serializes changes of who is a product admin until the end of the transaction, so that two admins can’t remove
 * each other at once. Taken before any user is locked.
 */
export const lockAdmins = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_admins', 0))`.execute(db)
}

/** Returns a user, locked. @throws Problem 404 */
export const lockedUser = async (context: ScopeContext, id: number): Promise<UserRow> => {
  const row = await lockUser(context, id)
  if (!row) throw problem.notFound()
  return row
}

/** Checks that someone else can manage Shipmate when this user can’t anymore. @throws Problem 409 */
export const assertOtherAdmin = async (
  context: Pick<Context, 'db' | 'caller'>,
  user: UserRow,
): Promise<void> => {
  if (user.permission !== 'shipmate_admin' || user.is_disabled) return
  if (!(await hasOtherAdmin(context, user.id)))
    throw problem.inUse(
      `${user.first_name} ${user.last_name} is the only Shipmate Admin who can sign in. Nothing changed. Add another one first.`,
    )
}

/** Returns the names of schools by ID, in their order. @throws Problem 422 `school_ids` if one is unknown */
export const namesOfSchools = async (
  context: Pick<Context, 'db' | 'caller'>,
  ids: readonly number[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const rows = await scope
    .schools(context)
    .select('schools.name')
    .where('schools.id', 'in', ids)
    .orderBy('schools.name')
    .orderBy('schools.id')
    .execute()
  if (rows.length !== ids.length) throw problem.selected('school_ids')
  return rows.map(({ name }) => name)
}

/** Replaces the schools of a user. Archived schools, which no one can choose, stay. */
export const replaceSchools = async (
  { db }: Pick<Context, 'db'>,
  userId: number,
  ids: readonly number[],
): Promise<void> => {
  // scope: the rows say which schools the user has access to; only product admins change them
  await sql`delete from user_schools using schools where schools.id = user_schools.school_id
    and schools.archived_at is null and user_schools.user_id = ${userId}
    and user_schools.school_id <> all(${[...ids]}::bigint[])`.execute(db)
  await sql`insert into user_schools (user_id, school_id) select ${userId}, unnest(${[...ids]}::bigint[])
    on conflict do nothing`.execute(db)
}
