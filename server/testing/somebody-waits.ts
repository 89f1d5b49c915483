import { sql } from 'kysely'
import type { TestHouse } from './test-house.ts'

/** Resolves once somebody waits for a lock of a house's database. */
export const somebodyWaits = async ({ owner }: Pick<TestHouse, 'owner'>): Promise<void> => {
  while (true) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner)
    if (rows.length > 0) return
    await new Promise((next) => setTimeout(next, 5))
  }
}
