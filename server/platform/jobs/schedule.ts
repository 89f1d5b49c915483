import { parseCronItems, type CronItem, type ParsedCronItem } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Services } from '#server/platform/context.ts'
import { queryWithin } from '#server/platform/db/query-within.ts'
import { toProblem } from '#server/platform/http/problems.ts'
import { maxAttempts, task, type Task } from './task.ts'

/** What runs by the clock, once over all processes. */
export interface Schedule {
  readonly kind: string
  /** In the queue’s notation, by UTC. */
  readonly match: string
  /** A lower number goes first. */
  readonly priority: number
  /** Milliseconds after which a run that was missed, because no process was there, isn’t made up for. */
  readonly backfillPeriod: number
  readonly run: (services: Services) => Promise<unknown>
}

type Run = Schedule['run']

/** Declares what runs every minute, before what runs every hour. */
export const everyMinute = (kind: string, run: Run): Schedule => ({
  kind,
  match: '* * * * *',
  priority: 0,
  backfillPeriod: 0,
  run,
})

/** Declares what runs every hour. What is nightly too: it finds what is due on the office’s day and not done yet. */
export const everyHour = (kind: string, run: Run): Schedule => ({
  kind,
  match: '0 * * * *',
  priority: 10,
  backfillPeriod: 3_600_000,
  run,
})

/** Returns the tasks of schedules. When each ran last, and failed last, is saved in `schedule_runs`. */
export const scheduleTasks = (schedules: readonly Schedule[]): Task[] =>
  schedules.map(({ kind, run }) =>
    task({
      name: kind,
      payload: z.object({}),
      run: (services) => runNoted(services, kind, run),
      abandon: (services) => note(services, kind, { failure: 'interrupted' }),
    }),
  )

/** Runs it and notes its end. What fails waits for its next time; the queue repeats only what was interrupted. */
const runNoted = async (services: Services, kind: string, run: Run): Promise<void> => {
  let failedParts = 0
  const notePartFailed = (): void => {
    failedParts += 1
  }
  await note(services, kind, 'started_at')
  try {
    await run({ ...services, notePartFailed })
  } catch (error) {
    services.log.warn({ err: error, of: kind }, 'Scheduled work failed. Retrying at its next time.')
    return note(services, kind, { failure: toProblem(error).code })
  }
  await note(services, kind, failedParts === 0 ? 'done_at' : { failure: `parts failed: ${failedParts}` })
}

/** Saves when a schedule’s run began, was done, or failed. A failure is the kind of problem, without personal data. */
const note = async (
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kind: string,
  what: 'started_at' | 'done_at' | { readonly failure: string },
): Promise<void> => {
  const at = clock.now().toISOString()
  const values = typeof what === 'string' ? { [what]: at } : { failed_at: at, ...what }
  await db
    .insertInto('schedule_runs')
    .values({ kind, ...values })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(values))
    .execute()
}

/** Returns the queue’s crontab of schedules. One that still waits when its time comes again waits once. */
export const crontabOf = (schedules: readonly Schedule[]): ParsedCronItem[] =>
  parseCronItems(
    schedules.map(({ kind, match, priority, backfillPeriod }): CronItem => ({
      task: kind,
      match,
      options: { priority, backfillPeriod, maxAttempts, jobKey: kind },
    })),
  )

/** Queues what has never run, at the start of a new server, and everything when a demo takes another day for today. */
export const queueNow = (
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  queue: pg.Pool,
  schedules: readonly Schedule[],
): void => {
  if (schedules.length === 0) return
  const queueSome = async (listDone: () => Promise<readonly string[]>): Promise<void> => {
    try {
      const done = await listDone()
      await enqueueNow(
        queue,
        schedules.filter(({ kind }) => !done.includes(kind)),
      )
    } catch (error) {
      log.warn({ err: error }, 'Scheduled work wasn’t queued. It waits for its time.')
    }
  }
  const listBegun = async () =>
    (await db.selectFrom('schedule_runs').select('kind').execute()).map(({ kind }) => kind)
  void queueSome(listBegun)
  clock.demoDate?.onChange(() => void queueSome(() => Promise.resolve([])))
}

const enqueueNow = (queue: pg.Pool, schedules: readonly Schedule[]) =>
  queryWithin(
    queue,
    `select graphile_worker.add_job(kind, job_key => kind, priority => priority, max_attempts => ${maxAttempts})
     from unnest($1::text[], $2::int[]) as due (kind, priority)`,
    [schedules.map(({ kind }) => kind), schedules.map(({ priority }) => priority)],
  )
