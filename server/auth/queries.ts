import { sql } from 'kysely'
import type { Permission } from '#contract/access.ts'
import type { House } from '../context.ts'
import type { Database } from '../db/database.ts'
import { scope } from '../db/scope.ts'
import { hashToken } from '../lib/crypt.ts'
import { problem } from '../problem.ts'
import { currentPeriodId } from '../periods/index.ts'
import { loginName, pendingFailures, pendingSeconds } from './rules.ts'

const columns = [
  'users.id',
  'users.first_name',
  'users.last_name',
  'users.email',
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
      // the column's CHECK holds exactly the contract's permissions
      sql<Permission>`users.permission`.as('permission'),
      sql<number[]>`array(select school_id::int from user_schools where user_id = users.id order by 1)`.as(
        'school_ids',
      ),
    ])
    .where('users.deleted_at', 'is', null)

/** Whoever has this address, disabled or not. */
export const findAccountByEmail = (db: Database, email: string) =>
  selectAccounts(db).where('users.email', '=', loginName(email)).executeTakeFirst()

export const findAccount = (db: Database, id: number) =>
  selectAccounts(db).where('users.id', '=', id).executeTakeFirst()

/** The account of a caller. @throws Problem 401 when it is gone by now */
export const getAccount = async (db: Database, id: number): Promise<Account> => {
  const account = await findAccount(db, id)
  if (!account) throw problem.unauthenticated()
  return account
}

/** A user with all that proves them. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Whether somebody with this account may come in at all. */
export const isUsable = (account: Account | undefined): account is Account => account?.disabled_at === null

/** An account held still for the rest of the transaction. */
export const lockAccount = (db: Database, id: number) =>
  selectAccounts(db).where('users.id', '=', id).forUpdate('users').executeTakeFirst()

/** The schools somebody works for, each with the period their work starts in; of a product admin, all. */
export const listOwnSchools = (
  { db, clock }: { db: Database; clock: House['clock'] },
  who: { readonly permission: Permission; readonly school_ids: readonly number[] },
) =>
  scope
    .schools({ db, caller: who })
    .select([
      'schools.id',
      'schools.name',
      sql<number | null>`${currentPeriodId(clock, sql`schools.id`)}`.as('latest_period_id'),
    ])
    .orderBy('schools.name')
    .orderBy('schools.id')
    .execute()

/** The names of the schools that a person's password must not contain. */
export const listSchoolNames = async (db: Database, schoolIds: readonly number[]): Promise<string[]> => {
  const own = { permission: 'school_admin', school_ids: schoolIds } as const
  const rows = await scope.schools({ db, caller: own }).select('schools.name').execute()
  return rows.map(({ name }) => name)
}

/** The last moment at which a login that still waits can have begun. */
export const pendingSince = (house: House): string =>
  new Date(house.clock.now().getTime() - pendingSeconds * 1000).toISOString()

/** The login that waits for its second factor under this cookie: neither too old nor answered wrong too often. */
export const findPendingLogin = (house: House, token: string) =>
  house.db
    .selectFrom('pending_logins')
    .select(['id', 'user_id', 'remember'])
    .where('token_hash', '=', hashToken(token))
    .where('created_at', '>', pendingSince(house))
    .where('failures', '<', pendingFailures)
    .executeTakeFirst()

/** Who a link was made for, while it is good. */
export const findOpenLink = (house: House, token: string) =>
  house.db
    .selectFrom('one_time_tokens')
    .select(['id', 'user_id', 'purpose'])
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', house.clock.now().toISOString())
    .executeTakeFirst()
