import { sql } from 'kysely'
import { setTimeout } from 'node:timers/promises'
import type { TestServices } from './test-services.ts'

/**
 * Waits until every transaction that is open now has ended, in other databases too: what reads in the order of commits reads no
 * further than the oldest one.
 */
export const untilOldTransactionsEnd = async ({ owner }: Pick<TestServices, 'owner'>): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(owner)
  for (;;) {
    const seen = await sql<{ isOld: boolean }>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${rows[0]?.id ?? ''}::text::xid8 as "isOld"`.execute(
      owner,
    )
    if (seen.rows[0]?.isOld) return
    await setTimeout(2)
  }
}
