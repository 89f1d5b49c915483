import { sql, type UpdateObject } from 'kysely'
import type { Context, Services } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import type { ImportRecord } from '../queries/runs.ts'

/** Hours without a heartbeat after which an import is abandoned. By then, its job has no attempts left. */
const abandonedAfter = 3_600_000

/**
 * Makes sure that only one import runs in a period; concurrent starts wait for each other.
 * @throws Problem 409 `busy`
 */
export const claimPeriod = async (context: Context, periodId: number): Promise<void> => {
  const now = context.clock.now()
  const lastSign = new Date(now.getTime() - abandonedAfter).toISOString()
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_import', ${periodId}))`.execute(
    context.db,
  )
  await sql`
    update imports set state = 'failed', message = 'The import stopped before it finished. Nothing was imported.',
      updated_at = ${now.toISOString()}
    where period_id = ${periodId} and ${scope.within(context, 'school_id')} and state in ('queued', 'running')
      and updated_at < ${lastSign}`.execute(context.db)
  const { rows } = await sql`
    select from imports where period_id = ${periodId} and ${scope.within(context, 'school_id')} and state in ('queued', 'running')`.execute(
    context.db,
  )
  if (rows.length > 0)
    throw problem.busy('Another import into this policy year is running. Wait until it finishes.')
}

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

/** Thrown when a file can’t be imported; the message is for staff. */
export class RefusedImport extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'RefusedImport'
  }
}
