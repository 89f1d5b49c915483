import type { Services } from '#server/platform/context.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { ageOutTask } from '../jobs.ts'
import { listOpenPeriods, type ScheduledPeriod } from './open-periods.ts'

/**
 * Starts tonight’s change to aged out: once a day for each open policy year whose published waiver options say so.
 * Returns how many were started.
 */
export const ageOutNightly = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  const periods = (await listOpenPeriods(services, today)).filter((period) => period.ages_out_nightly)
  const started = await doEach(
    services,
    'A nightly change to aged out wasn’t started. Retrying.',
    periods.map((period) => [period.id, period]),
    (period) => startNight(services, period, today),
  )
  return started.filter(Boolean).length
}

/** Saves the night and queues its job in one transaction. Returns false if another process has. */
const startNight = async (
  services: Services,
  { id, school_id }: ScheduledPeriod,
  today: string,
): Promise<boolean> => {
  const afterCommit: (() => void)[] = []
  const started_at = services.clock.now().toISOString()
  const isStarted = await services.db.transaction().execute(async (db) => {
    const night = await db
      .insertInto('age_out_runs')
      .values({ school_id, period_id: id, run_on: today, started_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (night) await enqueue({ db, services, afterCommit }, ageOutTask, { run_id: night.id })
    return night !== undefined
  })
  for (const run of afterCommit) run()
  return isStarted
}
