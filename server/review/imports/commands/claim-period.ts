import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

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
