import { sql } from 'kysely'
import type { TestHouse } from './test-house.ts'

/** Resolves when this many wait for a lock in a house's database. They wait until the test lets them go on. */
export const somebodyWaits = async ({ owner }: Pick<TestHouse, 'owner'>, many = 1): Promise<void> => {
  while (true) {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(owner)
    if (rows.length >= many) return
    await new Promise((next) => setTimeout(next, 5))
  }
}
