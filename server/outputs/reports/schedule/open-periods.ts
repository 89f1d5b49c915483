import { sql } from 'kysely'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Services } from '#server/platform/context.ts'

/** An open policy year in which the system works at night. Days are `YYYY-MM-DD`. */
export interface ScheduledPeriod {
  readonly id: number
  readonly school_id: number
  readonly ends_on: string
  /** Whether its published waiver options change waivers to aged out every night. */
  readonly ages_out_nightly: boolean
}

/** Returns the policy years that are open today, of all schools. */
export const listOpenPeriods = async ({ db }: Services, today: string): Promise<ScheduledPeriod[]> => {
  // scope: the system’s nightly work in every school
  const { rows } = await sql<ScheduledPeriod>`
    select period.id, period.school_id, period.ends_on,
      coalesce((select publication.content -> 'ages_out_nightly' from period_publications publication
        where publication.period_id = period.id and publication.kind = ${waiverConfiguration.kind}
        order by publication.number desc limit 1) = 'true', false) as ages_out_nightly
    from periods period join schools school on school.id = period.school_id
    where period.deleted_at is null and school.archived_at is null and period.state = 'open'
      and ${today}::date between period.starts_on and period.ends_on
    order by period.id`.execute(db)
  return rows
}
