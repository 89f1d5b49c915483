import { asMoney } from '#contract/setup/periods/proration.ts'
import type { Services } from '#server/platform/context.ts'
import { lockPeriod, scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'
import { hasOpenRun, premiumIssue, saveRun } from '../commands/start.ts'
import { enrollingNightly } from '../jobs.ts'
import { listIssues, preview } from '../queries/overview.ts'
import { isLatestUndone } from '../queries/runs.ts'
import { firstDueOn } from '../rules.ts'
import { listOpenPeriods, type OpenPeriod } from './open-periods.ts'

/**
 * Starts the runs of today: of each open policy year that starts them automatically, if students are due and their
 * premiums are set and not the same as last year’s. Returns how many were started.
 */
export const enrollByDefaultNightly = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  const periods = await listOpenPeriods(services, today)
  const started = await doEach(
    services,
    'Auto-enrollment of a policy year wasn’t started. Retrying.',
    periods.map((period) => [period.id, period]),
    (period) => startNight(services, period, today),
  )
  return started.filter(Boolean).length
}

/** Saves the run with its job. Returns false if nothing is to be done. */
const startNight = async (
  services: Services,
  { id, school_id }: OpenPeriod,
  today: string,
): Promise<boolean> => {
  const { clock } = services
  const afterCommit: (() => void)[] = []
  const isStarted = await services.db.transaction().execute(async (db) => {
    const system = { ...scope.asSystem(db, school_id), clock }
    const { rules } = await selectPeriodWithRules(system, id)
    const first = firstDueOn(rules)
    if (!rules.options.default_enrollment_is_automatic || first === null || today < first) return false
    // two processes take turns: the second one finds the run of the first
    await lockPeriod(system, id)
    // staff who undid the latest run start the next one
    if ((await hasOpenRun(system, id)) || (await isLatestUndone(system, id))) return false
    const { students, total, due } = await preview(system, id)
    if (students === 0 || premiumIssue(await listIssues(system, id, due), false) !== null) return false
    const context = { db, services, clock, afterCommit, caller: null }
    const ask = { school_id, period_id: id, expected: { students, total: asMoney(total) } }
    const job_id = await enrollingNightly.start(context, ask, { total: students, schoolId: school_id })
    await saveRun(context, { school_id, period_id: id, job_id })
    return true
  })
  for (const run of afterCommit) run()
  return isStarted
}
