import { sql, type UpdateObject } from 'kysely'
import type { Context, House } from '../../context.ts'
import type { DB } from '../../db/schema.ts'
import { scope } from '../../db/scope.ts'
import type { ImportRecord } from '../queries.ts'

/** Thrown when another run has claimed the import. This run writes nothing more and says nothing. */
export class SupersededRun extends Error {
  constructor() {
    super('Another run has claimed this import.')
    this.name = 'SupersededRun'
  }
}

/** One run of an import: the import with the attempt number of the run. */
export type Run = Pick<ImportRecord, 'id' | 'school_id' | 'attempt'>

/**
 * Claims an import for a new run: from here on no earlier run can write.
 * Returns undefined when the import has already ended.
 */
export const claimRun = (house: House, importId: number): Promise<ImportRecord | undefined> =>
  // scope: a job begins with the id of its import alone; all that follows is done for that import's school
  house.db
    .updateTable('imports')
    .set({
      state: 'running',
      attempt: sql<number>`attempt + 1`,
      updated_at: house.clock.now().toISOString(),
    })
    .where('id', '=', importId)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()

/** Updates the import of a run. @throws SupersededRun when another run has claimed it */
export const updateRun = async (
  { db }: Pick<Context, 'db'>,
  run: Run,
  values: UpdateObject<DB, 'imports'>,
): Promise<ImportRecord> => {
  const updated = await scope
    .update(scope.asSystem(db, run.school_id), 'imports')
    .set(values)
    .where('id', '=', run.id)
    .where('attempt', '=', run.attempt)
    .where('state', '=', 'running')
    .returningAll()
    .executeTakeFirst()
  if (!updated) throw new SupersededRun()
  return updated
}
