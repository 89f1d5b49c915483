import { sql } from 'kysely'
import type { Services } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { checkTask } from './jobs.ts'

const minute = 60_000

/**
 * Goes on with checks whose time has come: the payer answers later, or the process that asked has ended. Returns how
 * many were queued.
 */
export const sweepChecks = async (services: Services): Promise<number> => {
  const now = services.clock.now()
  const lost = new Date(now.getTime() - 2 * minute).toISOString()
  const afterCommit: (() => void)[] = []
  const queued = await services.db.transaction().execute(async (db) => {
    // scope: unfinished checks of every school
    const rows = await db
      .selectFrom('eligibility_reports')
      .select('id')
      .where('retrieval_status', '=', 'pending')
      .where(sql<boolean>`coalesce(next_try_at <= ${now.toISOString()}, created_at <= ${lost})`)
      .orderBy('id')
      .limit(1000)
      .execute()
    for (const { id } of rows)
      await enqueue({ db, services, afterCommit }, checkTask, { report_id: id }, { canWait: true })
    return rows.length
  })
  for (const run of afterCommit) run()
  return queued
}
