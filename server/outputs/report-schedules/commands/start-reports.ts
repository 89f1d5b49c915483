import type { MadeReport } from '#contract/outputs/report-schedules/shapes.ts'
import type { Context, Services } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope } from '#server/platform/db/scope.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { problem } from '#server/platform/problem.ts'
import { making } from '../jobs.ts'
import { whenOf } from '../present.ts'
import { listMade, lockSchedule } from '../queries.ts'
import { expiresAt, nextRun } from '../rules.ts'

/**
 * Starts the reports that are due, each once: moving a schedule forward, its file and the job are one transaction. After a
 * stop, a schedule that was due several times starts once. Returns how many were started.
 */
export const startDueReports = async (services: Services): Promise<number> => {
  const due = await selectDue(services.db, services.clock.now()).execute()
  const started = await doEach(
    services,
    'A scheduled report wasn’t started. Retrying.',
    due.map(({ id }) => [id, id]),
    (id) => startDue(services, id),
  )
  return started.filter(Boolean).length
}

const selectDue = (db: Database, now: Date) =>
  // scope: the system’s schedules of every school
  db
    .selectFrom('report_schedules')
    .innerJoin('schools', 'schools.id', 'report_schedules.school_id')
    .innerJoin('periods', 'periods.id', 'report_schedules.period_id')
    .selectAll('report_schedules')
    .select('schools.time_zone')
    .where('report_schedules.is_on', '=', true)
    .where('report_schedules.deleted_at', 'is', null)
    .where('schools.archived_at', 'is', null)
    .where('periods.deleted_at', 'is', null)
    .where('report_schedules.next_run_at', '<=', now.toISOString())
    .orderBy('report_schedules.next_run_at')

/** Starts a report. Returns false if another process has, or is about to. */
const startDue = async (services: Services, id: number): Promise<boolean> => {
  const afterCommit: (() => void)[] = []
  const now = services.clock.now()
  const isStarted = await services.db.transaction().execute(async (db) => {
    const due = await selectDue(db, now)
      .where('report_schedules.id', '=', id)
      .forUpdate('report_schedules')
      .skipLocked()
      .executeTakeFirst()
    if (!due) return false
    await scope
      .update(scope.asSystem(db, due.school_id), 'report_schedules')
      .set({
        next_run_at: nextRun(whenOf(due), due.time_zone, now).toISOString(),
        last_run_at: now.toISOString(),
      })
      .where('report_schedules.id', '=', due.id)
      .execute()
    await start({ db, services, afterCommit, clock: services.clock, caller: null }, due, {
      due_at: due.next_run_at,
    })
    return true
  })
  for (const run of afterCommit) run()
  return isStarted
}

/** Saves that a file is being made and queues its job. Returns its ID. */
const start = async (
  context: Parameters<typeof making.start>[0],
  schedule: { readonly id: number; readonly school_id: number },
  cause: { readonly due_at: string | null } | { readonly made_by_id: number },
): Promise<number> => {
  const now = context.clock.now()
  const { id } = await context.db
    .insertInto('made_reports')
    .values({
      ...cause,
      job_id: await making.start(context, {}, { schoolId: schedule.school_id }),
      school_id: schedule.school_id,
      schedule_id: schedule.id,
      created_at: now.toISOString(),
      expires_at: expiresAt(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Makes the file of a schedule now, without emails to its readers. @throws Problem 404; 409 while one is being made */
export const runSchedule = async (context: Context, id: number): Promise<MadeReport> => {
  const schedule = await lockSchedule(context, id)
  const running = await scope
    .madeReports(context)
    .innerJoin('jobs', 'jobs.id', 'made_reports.job_id')
    .select('made_reports.id')
    .where('made_reports.schedule_id', '=', id)
    .where('jobs.state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (running) throw problem.busy('This report is already running. Wait until it’s ready.')
  const madeId = await start(context, schedule, { made_by_id: context.caller.id })
  const made = (await listMade(context, [id])).find((one) => one.id === madeId)
  if (!made) throw new Error('The file wasn’t started.')
  const { schedule_id: _of, ...shown } = made
  return shown
}
