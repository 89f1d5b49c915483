import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { asAuthor } from '#server/platform/jobs/context.ts'
import type { TestServices } from './test-services.ts'

/** Returns how many rows of a table some work of a user reads. */
export const rowsRead = (
  { services }: TestServices,
  userId: number,
  table: string,
  work: (context: Context) => Promise<unknown>,
): Promise<number> =>
  asAuthor(services, userId, 'test', async (context) => {
    const soFar = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read
        from pg_stat_xact_user_tables where relname = ${table}`.execute(context.db)
      return rows[0]?.read ?? 0
    }
    const before = await soFar()
    await work(context)
    return (await soFar()) - before
  })
