import { sql } from 'kysely'
import type { Permission } from '#contract/platform/access.ts'
import type { Caller, Context, Services } from '#server/platform/context.ts'

/**
 * Returns the user who started a job, with their current permissions and the emergency access in which it was started; null
 * if the account no longer exists.
 */
const findAuthor = async (
  { db, emergencyId }: Pick<Services, 'db' | 'emergencyId'>,
  id: number,
): Promise<Caller | null> => {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'first_name',
      'last_name',
      'email',
      'permission',
      'is_demo',
      'two_factor_confirmed_at',
      sql<number[]>`array(select school_id::int from user_schools where user_id = users.id)`.as('school_ids'),
    ])
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    name: `${row.first_name} ${row.last_name}`,
    email: row.email,
    // the column's CHECK allows exactly the contract's permissions
    permission: row.permission as Permission,
    school_ids: row.school_ids,
    session_id: 0,
    password_confirmed_at: null,
    // jobs aren't held up by a missing second factor: the call that queued them was checked
    two_factor_enabled: row.two_factor_confirmed_at !== null,
    school_requires_factor: false,
    provider_factor: false,
    is_demo: row.is_demo,
    emergency_id: emergencyId ?? null,
    emergency_ends_at: null,
  }
}

/** Runs work in the name of its author in one transaction. Follow-up work runs only after the commit. */
export const asAuthor = async <T>(
  services: Services,
  authorId: number | null,
  jobName: string,
  work: (context: Context) => Promise<T>,
): Promise<T> => {
  const author = authorId === null ? null : await findAuthor(services, authorId)
  if (!author) throw new Error('The user who started this no longer has an account.')
  const afterCommit: (() => void)[] = []
  const done = await services.db.transaction().execute((trx) =>
    work({
      db: trx,
      services,
      clock: services.clock,
      caller: author,
      requestId: jobName,
      address: null,
      change: null,
      afterCommit,
    }),
  )
  for (const follow of afterCommit) follow()
  return done
}
