import type { Services } from '#server/platform/context.ts'
import { lockPeriod, scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { agingOut } from '../jobs.ts'
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

/** Saves the night with its job. Returns false if another process has. */
const startNight = async (
  services: Services,
  { id, school_id }: ScheduledPeriod,
  today: string,
): Promise<boolean> => {
  const afterCommit: (() => void)[] = []
  const { clock } = services
  const isStarted = await services.db.transaction().execute(async (db) => {
    const system = scope.asSystem(db, school_id)
    // two processes take turns: the second one finds the night of the first
    await lockPeriod(system, id)
    const night = await scope
      .ageOutRuns(system)
      .select('age_out_runs.id')
      .where('age_out_runs.period_id', '=', id)
      .where('age_out_runs.run_on', '=', today)
      .executeTakeFirst()
    if (night) return false
    const context = { db, services, clock, afterCommit, caller: null }
    const job_id = await agingOut.start(context, {}, { schoolId: school_id })
    await db.insertInto('age_out_runs').values({ school_id, period_id: id, run_on: today, job_id }).execute()
    return true
  })
  for (const run of afterCommit) run()
  return isStarted
}
