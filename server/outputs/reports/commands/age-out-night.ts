import type { Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { RunningWork } from '#server/platform/jobs/index.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { changeToAgedOut, listAged } from './age-out.ts'

/** One night of a policy year. */
interface Night {
  readonly id: number
  readonly school_id: number
  readonly run_on: string
  readonly period: { readonly id: number; readonly ends_on: string }
}

/** Students who change in one transaction. */
const batchSize = 200

/**
 * Changes the waivers that have presumably ended, batch by batch. An interrupted night goes on with the students who are
 * left: a batch changes with its history or not at all.
 */
export const runNight = async (services: Services, job: RunningWork<object>): Promise<null> => {
  const night = await findNight(services, job.id)
  if (!night) return null
  const system = { ...scope.asSystem(services.db, night.school_id), clock: services.clock }
  const aged = await listAged(system, { period: night.period, today: night.run_on })
  job.progress.count(aged.length)
  for (const batch of batches(aged, batchSize)) {
    await changeBatch(
      services,
      night,
      batch.map((student) => student.id),
    )
    job.progress.add(batch.length)
  }
  return null
}

/** Returns the night of a job. */
const findNight = async ({ db }: Services, jobId: number): Promise<Night | null> => {
  // scope: a job works on the night of whatever school it’s for
  const row = await db
    .selectFrom('age_out_runs')
    .innerJoin('periods', 'periods.id', 'age_out_runs.period_id')
    .select(['age_out_runs.id', 'age_out_runs.school_id', 'age_out_runs.run_on', 'periods.ends_on'])
    .select('periods.id as period_id')
    .where('age_out_runs.job_id', '=', jobId)
    .executeTakeFirst()
  if (!row) return null
  const { id, school_id, run_on, period_id, ends_on } = row
  return { id, school_id, run_on, period: { id: period_id, ends_on } }
}

const changeBatch = async (
  services: Services,
  { id, school_id, period, run_on }: Night,
  ids: readonly number[],
): Promise<void> => {
  const afterCommit: (() => void)[] = []
  const { clock } = services
  await services.db.transaction().execute(async (db) => {
    const context = { db, clock, services, afterCommit, caller: null, change: null }
    const aged = await changeToAgedOut(context, { school_id, period, today: run_on, cause: 'system' }, ids)
    await scope
      .update(scope.asSystem(db, school_id), 'age_out_runs')
      .set((row) => ({ changed: row('changed', '+', aged.length) }))
      .where('id', '=', id)
      .execute()
  })
  for (const run of afterCommit) run()
}
