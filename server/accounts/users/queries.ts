import { sql, type RawBuilder } from 'kysely'
import { permissions, type Permission } from '#contract/platform/access.ts'
import type { TableQuery } from '#contract/platform/table-query.ts'
import { userStates, type UserState } from '#contract/accounts/users/choices.ts'
import type { User, UserColumn } from '#contract/accounts/users/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { selectOpenSessions } from '#server/platform/http/session.ts'
import {
  filterConditions,
  officeTime,
  orderBy,
  pageOf,
  searchConditions,
  searchWords,
  type SqlColumn,
} from '#server/platform/lib/table.ts'

/** A user as the database has them, with their schools. */
export interface UserRow {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly pending_email: string | null
  readonly permission: Permission
  readonly schools: User['schools']
  readonly two_factor_enabled: boolean
  readonly is_disabled: boolean
  readonly state: UserState
  readonly invite_expires_at: string | null
  readonly last_seen_at: string | null
  readonly version: number
}

const name = sql`person.first_name || ' ' || person.last_name`
// someone who has signed in by other means than a password isn't invited anymore
const isInvited = sql`person.password_hash is null and person.last_seen_at is null`
const state = sql`case when person.disabled_at is not null then 'disabled'
  when ${isInvited} then 'invited' else 'active' end`
const hasFactor = sql`(person.two_factor_confirmed_at is not null
  or exists(select from passkeys where passkeys.user_id = person.id))`

/** Returns the schools of a user: product admins see all of them, and users their own, which are the same. */
const schoolsOf = (
  context: ScopeContext,
  what: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`(select ${what}
  from user_schools join schools on schools.id = user_schools.school_id and schools.archived_at is null
  where user_schools.user_id = person.id and ${scope.within(context, 'schools.id')})`

const columnsFor = (context: ScopeContext): Record<UserColumn, SqlColumn> => ({
  name: { sql: name, kind: 'text' },
  first_name: { sql: sql`person.first_name`, kind: 'text' },
  last_name: { sql: sql`person.last_name`, kind: 'text' },
  email: { sql: sql`person.email`, kind: 'text' },
  permission: { sql: sql`person.permission`, kind: 'choice', choices: permissions },
  schools: {
    sql: schoolsOf(context, sql`string_agg(schools.name, ', ' order by schools.name, schools.id)`),
    kind: 'text',
  },
  state: { sql: state, kind: 'choice', choices: userStates },
  is_disabled: { sql: sql`person.disabled_at is not null`, kind: 'boolean' },
  two_factor_enabled: { sql: hasFactor, kind: 'boolean' },
  last_seen_at: { sql: sql`person.last_seen_at`, kind: 'instant' },
})

/** Selects users with what `where` adds after the list of tables. */
const selectUsers = (context: ScopeContext, where: RawBuilder<unknown>): RawBuilder<UserRow> => sql<UserRow>`
  select person.id, person.first_name, person.last_name, person.email, person.pending_email, person.permission,
    ${schoolsOf(
      context,
      sql`coalesce(jsonb_agg(jsonb_build_object('id', schools.id, 'name', schools.name)
        order by schools.name, schools.id), '[]')`,
    )} as schools,
    ${hasFactor} as two_factor_enabled, person.disabled_at is not null as is_disabled,
    ${state} as state,
    case when ${isInvited} then (select expires_at from one_time_tokens token
      where token.user_id = person.id and token.purpose = 'invite' and token.used_at is null) end as invite_expires_at,
    person.last_seen_at, person.version
  from users person where person.deleted_at is null and not person.is_service and ${where}`

/** Returns a page of users, by name unless asked otherwise; searched by name and email address. */
export const listUsers = async (context: Context, query: TableQuery) => {
  const columns = columnsFor(context)
  const searched = searchConditions(
    searchWords(query.search),
    sql`' ' || shipmate_fold(${name} || ' ' || person.email)`,
    sql`person.email`,
  )
  const conditions = [
    ...searched,
    ...filterConditions(columns, query.filters ?? {}, officeTime(context.clock)),
  ]
  const where = sql`${sql.join([sql`true`, ...conditions], sql` and `)}`
  const usual = [
    { field: 'last_name', descending: false },
    { field: 'first_name', descending: false },
  ]
  const order = orderBy(columns, query.sort ?? usual, sql`person.id`)
  const [rows, count] = await Promise.all([
    sql<UserRow>`${selectUsers(context, where)} ${order} ${pageOf(query)}`.execute(context.db),
    sql<{ total: number }>`
      select count(*)::int as total from users person
      where person.deleted_at is null and not person.is_service and ${where}`.execute(context.db),
  ])
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}

/** Returns a user, or undefined if they’re unknown or removed. */
export const findUser = async (context: ScopeContext, id: number): Promise<UserRow | undefined> => {
  const { rows } = await selectUsers(context, sql`person.id = ${id}`).execute(context.db)
  return rows[0]
}

/** Returns a user, locked for the rest of the transaction. */
export const lockUser = async (context: ScopeContext, id: number): Promise<UserRow | undefined> => {
  await sql`select from users where id = ${id} for update`.execute(context.db)
  return findUser(context, id)
}

/** Returns what someone without a session can change by a link, locked; undefined if they can’t sign in. */
export const lockLinkOwner = ({ db }: Pick<Context, 'db'>, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'email', 'pending_email'])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Returns whether another user has the address. */
export const isTaken = async (
  { db }: Pick<Context, 'db'>,
  email: string,
  exceptId: number | null,
): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId ?? 0)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Returns whether anyone else can act as a product admin: someone who has signed in, or the caller. An invitation
 * that no one has accepted doesn’t count.
 */
export const hasOtherAdmin = async (
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  exceptId: number,
): Promise<boolean> => {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('permission', '=', 'shipmate_admin')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('id', '<>', exceptId)
    .where((row) =>
      row.or([
        row('password_hash', 'is not', null),
        row('last_seen_at', 'is not', null),
        row('id', '=', caller.id),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns the open sessions of a user, the latest activity first. */
export const listSessions = (context: Context, userId: number) =>
  selectOpenSessions(context)
    .select(['id', 'user_agent', 'address', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
export type SessionRow = Awaited<ReturnType<typeof listSessions>>[number]
