import { sql, type UpdateObject } from 'kysely'
import type { Context, Services } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { ImportRecord } from '../queries.ts'

/** Thrown when another run has claimed the import. This run then stops without saving anything more. */
export class SupersededRun extends Error {
  constructor() {
    super('Another run has claimed this import.')
    this.name = 'SupersededRun'
  }
}

/** One run of an import: the import and the run’s attempt number. */
export type Run = Pick<ImportRecord, 'id' | 'school_id' | 'attempt'>

/**
 * Claims an import for a new run, so that earlier runs can’t save anything more. Returns undefined if the
 * import has already ended.
 */
export const claimRun = (services: Services, importId: number): Promise<ImportRecord | undefined> =>
  // scope: a job starts with only the ID of its import; everything after uses that import's school
  services.db
    .updateTable('imports')
    .set({
      state: 'running',
      attempt: sql<number>`attempt + 1`,
      updated_at: services.clock.now().toISOString(),
    })
    .where('id', '=', importId)
    .where('state', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()

/** Updates the import of a run. @throws SupersededRun if another run has claimed it */
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
