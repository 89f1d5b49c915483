import type { Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { making } from '#server/outputs/report-schedules/jobs.ts'
import { expiresAt, nextRun } from '#server/outputs/report-schedules/rules.ts'
import { insertRows } from './insert-rows.ts'
import { seedSchools } from './schools.ts'

interface SeedContext {
  readonly db: Database
  readonly services: Services
  readonly schoolId: number
  readonly periodId: number
  /** Shipmate Admins; the first one has made a file. */
  readonly readerIds: readonly number[]
}

const mondays = { repeats: 'weekly', weekdays: ['mon'], month_day: null, hour: 7 } as const

/** Adds the age-out report on Mondays, and a file of it that is made once the server runs. */
export const seedReportSchedule = async (ground: SeedContext): Promise<void> => {
  const { db, services, schoolId, periodId, readerIds } = ground
  const now = services.clock.now()
  const [id = 0] = await insertRows(db, 'report_schedules', [
    {
      ...mondays,
      weekdays: [...mondays.weekdays],
      school_id: schoolId,
      period_id: periodId,
      report: 'age_out',
      reader_ids: [...readerIds],
      next_run_at: nextRun(mondays, seedSchools[0]?.time_zone ?? 'UTC', now).toISOString(),
      created_at: now.toISOString(),
    },
  ])
  const started = { db, services, clock: services.clock, afterCommit: [], caller: null }
  await insertRows(db, 'made_reports', [
    {
      school_id: schoolId,
      schedule_id: id,
      job_id: await making.start(started, {}, { schoolId }),
      made_by_id: readerIds[0] ?? null,
      created_at: now.toISOString(),
      expires_at: expiresAt(now),
    },
  ])
}
