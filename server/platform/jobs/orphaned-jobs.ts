import type pg from 'pg'
import * as z from 'zod/mini'
import type { Services } from '#server/platform/context.ts'
import { queryWithin } from '#server/platform/db/query-within.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { isHeld } from './pool-lock.ts'
import type { RunningJobs } from './running-jobs.ts'
import type { Task } from './task.ts'

/**
 * Releases jobs whose worker pool no longer holds its lock; they’d stay locked for hours. `mine` are the pools of
 * this process, which are alive even if their lock was lost.
 */
export const releaseOrphans = async (queue: pg.Pool, mine: readonly string[] = []): Promise<void> => {
  await queryWithin(
    queue,
    `
    select graphile_worker.force_unlock_workers(array_agg(gone.locked_by))
    from (
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and locked_by <> all($1::text[]) and not ${isHeld('locked_by')}
    ) gone
    having count(*) > 0`,
    [mine],
  )
}

/**
 * Returns a function that releases jobs that a pool of this process has taken but no worker runs: the connection broke
 * when the job was on its way. A job is released when two looks in a row find it like that.
 */
export const createReleaseOfLost = (queue: pg.Pool, running: RunningJobs): (() => Promise<void>) => {
  let suspects: readonly string[] = []
  return async () => {
    const rows = await queryWithin<{ id: string }>(
      queue,
      `select id::text from graphile_worker._private_jobs
       where locked_by = any($1::text[]) and locked_at < now() - interval '10 seconds'`,
      [running.pools()],
    )
    const busy = new Set(running.jobs())
    const found = rows.map(({ id }) => id).filter((id) => !busy.has(id))
    const lost = found.filter((id) => suspects.includes(id))
    suspects = found
    if (lost.length > 0)
      await queryWithin(
        queue,
        `update graphile_worker._private_jobs set locked_by = null, locked_at = null
         where id = any($1::bigint[]) and locked_by = any($2::text[])`,
        [lost, running.pools()],
      )
  }
}

/** Returns the age in seconds of the oldest job of some tasks that is due and that no worker has taken; 0 if there is none. */
export const readOldestWaiting = async (queue: pg.Pool, tasks: readonly Task[]): Promise<number> => {
  const [row] = await queryWithin<{ seconds: number }>(
    queue,
    `select coalesce(extract(epoch from now() - min(run_at)), 0)::float8 as seconds from graphile_worker.jobs
     where locked_at is null and run_at <= now() and attempts < max_attempts and task_identifier = any($1::text[])`,
    [tasks.map(({ name }) => name)],
  )
  return row?.seconds ?? 0
}

interface Exhausted {
  readonly id: string
  readonly task: string
  readonly payload: unknown
}

/**
 * Ends jobs that were interrupted on every attempt. No one would run them again, and users who follow them
 * would wait forever.
 */
export const abandonExhausted = async (
  services: Services,
  queue: pg.Pool,
  tasks: readonly Task[],
): Promise<void> => {
  const rows = await queryWithin<Exhausted>(
    queue,
    `
    select job.id, task.identifier as task, job.payload
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where job.attempts >= job.max_attempts and job.locked_at is null`,
  )
  await doEach(
    services,
    'A job without attempts couldn’t be ended. Retrying.',
    rows.map((job) => [job.id, job]),
    async ({ id, task: name, payload }) => {
      const task = tasks.find((each) => each.name === name)
      if (!task) return
      services.log.error({ task: name }, 'A job has no attempts left.')
      await task.abandon(services, z.parse(task.payload, payload))
      await queryWithin(queue, 'select graphile_worker.complete_jobs(array[$1::bigint])', [id])
    },
  )
}
