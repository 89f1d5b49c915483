import { sql } from 'kysely'
import type { Permission } from '#contract/platform/access.ts'
import type { Context, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import { requiresFactor } from '#server/platform/http/session.ts'
import { hashToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { currentPeriodId } from '#server/setup/periods/index.ts'
import { loginName } from '#server/platform/http/throttle.ts'
import { pendingFailures, pendingSeconds, type LinkPurpose } from './rules/sign-in.ts'

const columns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
  'users.pending_email',
  'users.password_hash',
  'users.two_factor_secret',
  'users.two_factor_recovery_codes',
  'users.two_factor_confirmed_at',
  'users.is_demo',
  'users.disabled_at',
] as const

const selectAccounts = (db: Database) =>
  db
    .selectFrom('users')
    .select([
      ...columns,
      // the column's CHECK allows exactly the contract's permissions
      sql<Permission>`users.permission`.as('permission'),
      sql<number[]>`array(select school_id::int from user_schools where user_id = users.id order by 1)`.as(
        'school_ids',
      ),
      sql<boolean>`exists(select from passkeys where user_id = users.id)`.as('has_passkey'),
      sql<boolean>`${sql.raw(requiresFactor)}`.as('school_requires_factor'),
    ])
    .where('users.deleted_at', 'is', null)
    // the account of an API token signs in nowhere
    .where('users.is_service', '=', false)

/** Returns the user with this address, including disabled users. */
export const findAccountByEmail = (db: Database, email: string) =>
  selectAccounts(db).where('users.email', '=', loginName(email)).executeTakeFirst()

export const findAccount = (db: Database, id: number) =>
  selectAccounts(db).where('users.id', '=', id).executeTakeFirst()

/** Returns the account of a caller. @throws Problem 401 if it no longer exists */
export const getAccount = async (db: Database, id: number): Promise<Account> => {
  const account = await findAccount(db, id)
  if (!account) throw problem.unauthenticated()
  return account
}

/** A user with their credentials. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Returns whether the account can sign in at all. */
export const isUsable = (account: Account | undefined): account is Account => account?.disabled_at === null

/** Returns an account, locked for the rest of the transaction. */
export const lockAccount = (db: Database, id: number) =>
  selectAccounts(db).where('users.id', '=', id).forUpdate('users').executeTakeFirst()

/** Returns the caller’s account, locked for the rest of the transaction. @throws Problem 401 */
export const lockCaller = async ({ db, caller }: Context): Promise<Account> => {
  const account = await lockAccount(db, caller.id)
  if (!account) throw problem.unauthenticated()
  return account
}

/** Returns a user’s schools with the current period of each; all schools for a product admin. */
export const listOwnSchools = (
  { db, clock }: { db: Database; clock: Services['clock'] },
  who: { readonly permission: Permission; readonly school_ids: readonly number[] },
) =>
  scope
    .schools({ db, caller: who })
    .select([
      'schools.id',
      'schools.name',
      'schools.logo_url',
      sql<number | null>`${currentPeriodId(clock, sql`schools.id`)}`.as('latest_period_id'),
    ])
    .orderBy('schools.name')
    .orderBy('schools.id')
    .execute()

/** Returns the names of the schools that a user’s password must not contain. */
export const listSchoolNames = async (db: Database, schoolIds: readonly number[]): Promise<string[]> => {
  const own = { permission: 'school_admin', school_ids: schoolIds } as const
  const rows = await scope.schools({ db, caller: own }).select('schools.name').execute()
  return rows.map(({ name }) => name)
}

/** Returns the earliest start of a sign-in that’s still pending. */
export const pendingSince = (services: Services): string =>
  new Date(services.clock.now().getTime() - pendingSeconds * 1000).toISOString()

/**
 * Returns the sign-in whose second factor is pending under this cookie, unless it’s too old or had too many wrong
 * codes.
 */
export const findPendingLogin = (services: Services, token: string) =>
  services.db
    .selectFrom('pending_logins')
    .select((row) => ['id', row.ref('user_id').$notNull().as('user_id'), 'remember'])
    .where('token_hash', '=', hashToken(token))
    .where('user_id', 'is not', null)
    .where('created_at', '>', pendingSince(services))
    .where('failures', '<', pendingFailures)
    .executeTakeFirst()
export type PendingLogin = NonNullable<Awaited<ReturnType<typeof findPendingLogin>>>

/** Returns the user of a link while it’s valid. A link is good only for what it was made for, and for its address. */
export const findOpenLink = (services: Services, token: string, purposes: readonly LinkPurpose[]) =>
  services.db
    .selectFrom('one_time_tokens')
    .innerJoin('users', 'users.id', 'one_time_tokens.user_id')
    .select(['one_time_tokens.id', 'user_id'])
    .where('purpose', 'in', purposes)
    .where(sql<boolean>`sent_to = case purpose when 'email' then users.pending_email else users.email end`)
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', services.clock.now().toISOString())
    .executeTakeFirst()
