import { sql } from 'kysely'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { Problem } from '#server/platform/problem.ts'
import { chooseProvider, readSettings } from '#server/review/verifications/index.ts'
import { startNightly } from './commands/start.ts'

interface ScheduledPeriod {
  readonly school_id: number
  readonly period_id: number
}

/** Returns the open policy years whose published waiver options reverify every night, if it wasn’t done today. */
const listScheduled = async ({ db }: Services, today: string): Promise<readonly ScheduledPeriod[]> => {
  // scope: the system’s nightly work in every school
  const { rows } = await sql<ScheduledPeriod>`
    select period.id as period_id, period.school_id
    from periods period join schools school on school.id = period.school_id
    where period.deleted_at is null and school.archived_at is null and period.state = 'open'
      and ${today}::date between period.starts_on and period.ends_on
      and (select publication.content -> 'reverifies_nightly' from period_publications publication
        where publication.period_id = period.id and publication.kind = ${waiverConfiguration.kind}
        order by publication.number desc limit 1) = 'true'
      and not exists (select from period_reverifications run
        where run.period_id = period.id and (run.ended_at is null or run.scheduled_on = ${today}::date))
    order by period.id`.execute(db)
  return rows
}

/**
 * Starts the reverifications of today’s schedule: once a day for each policy year, of waivers whose reverify date has come.
 * Returns how many were started.
 */
export const reverifyNightly = async (services: Services): Promise<number> => {
  const today = dayIn(services.clock, officeTimeZone)
  const periods = await listScheduled(services, today)
  const started = await doEach(
    services,
    'A scheduled reverification wasn’t started. Retrying.',
    periods.map((period) => [period.period_id, period]),
    (period) => startOne(services, { ...period, today }),
  )
  return started.filter(Boolean).length
}

const startOne = async (
  services: Services,
  at: ScheduledPeriod & { readonly today: string },
): Promise<boolean> => {
  const system = scope.asSystem(services.db, at.school_id)
  const settings = await readSettings(system, at.school_id)
  if (!(await chooseProvider(services, system, settings))) return false
  const afterCommit: (() => void)[] = []
  const { clock } = services
  try {
    const id = await services.db
      .transaction()
      .execute((db) => startNightly({ db, clock, services, afterCommit, caller: null, change: null }, at))
    for (const run of afterCommit) run()
    return id !== null
  } catch (error) {
    // a person has just started one
    if (error instanceof Problem && error.code === 'busy') return false
    throw error
  }
}
