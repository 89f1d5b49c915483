import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import { getBilledPeriod } from './queries/owed.ts'
import { writeLines } from './commands.ts'

interface NewBatch {
  readonly school_id: number
  readonly period_id: number
  readonly number: number
  readonly made_by_id: number
  /** `YYYY-MM-DD`; it’s made at 3 p.m. UTC. */
  readonly day: string
}

/** Makes a draft of what the records owe now, as of a day. Returns its ID. */
export const buildBatch = async (
  db: Database,
  { day, number, made_by_id, school_id, period_id }: NewBatch,
): Promise<number> => {
  await db
    .insertInto('bursar_settings')
    .values({ school_id, last_number: number })
    .onConflict((conflict) => conflict.column('school_id').doUpdateSet({ last_number: number }))
    .execute()
  const { id } = await db
    .insertInto('bursar_batches')
    .values({ school_id, period_id, number, made_by_id, made_at: `${day}T15:00:00.000Z` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const context = scope.asSystem(db, school_id)
  await writeLines(context, await getBilledPeriod(context, period_id), { batchId: id, today: day })
  return id
}
