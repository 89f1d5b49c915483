import type { Insertable } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import type { Period } from '#server/platform/db/schema.ts'

let made = 0

/** Creates a policy year from August to July, 2026–27 by default. Returns its ID. */
export const buildPeriod = async (
  db: Database,
  values: Partial<Insertable<Period>> & { school_id: number },
): Promise<number> => {
  made += 1
  const { id } = await db
    .insertInto('periods')
    .values({
      name: `2026–27 (${made})`,
      starts_on: '2026-08-01',
      ends_on: '2027-07-31',
      state: 'open',
      waiver_deadline_on: '2026-09-15',
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
