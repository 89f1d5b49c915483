import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { problem } from '../../problem.ts'

/** After so long without a sign of life an import is given up: its job has been tried as often as it is. */
const givenUpAfter = 3_600_000

/**
 * One import into a period at a time: whoever wants to start one waits for the others who do, and asks.
 * @throws Problem 409 `busy`
 */
export const claimPeriod = async (context: Context, periodId: number): Promise<void> => {
  const now = context.clock.now()
  const lastSign = new Date(now.getTime() - givenUpAfter).toISOString()
  await sql`select pg_advisory_xact_lock(hashtextextended('shipmate_import', ${periodId}))`.execute(
    context.db,
  )
  await sql`
    update imports set state = 'failed', message = 'It stopped half-way; nothing was written.',
      updated_at = ${now.toISOString()}
    where period_id = ${periodId} and ${scope.within(context, 'school_id')} and state in ('queued', 'running')
      and updated_at < ${lastSign}`.execute(context.db)
  const { rows } = await sql`
    select from imports where period_id = ${periodId} and ${scope.within(context, 'school_id')} and state in ('queued', 'running')`.execute(
    context.db,
  )
  if (rows.length > 0) throw problem.busy('Another import into this period is running.')
}
