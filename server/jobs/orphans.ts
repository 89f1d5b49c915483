import type pg from 'pg'
import * as z from 'zod/mini'
import type { House } from '../context.ts'
import { lockOf } from './sign-of-life.ts'
import type { Task } from './task.ts'

/**
 * Gives jobs back to the queue whose pool of workers gives no sign of life: they would stay locked for hours. `mine` are
 * the pools of this process, which knows that it lives even if its sign is lost.
 */
export const releaseOrphans = async (
  queue: pg.Pool,
  mine: ReadonlySet<string> = new Set(),
): Promise<void> => {
  await queue.query(
    `
    select graphile_worker.force_unlock_workers(array_agg(gone.locked_by))
    from (
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and locked_by <> all($1::text[]) and not exists (
        select from pg_locks
        where locktype = 'advisory' and granted and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32 | objid::bigint) = ${lockOf('locked_by')})
    ) gone
    having count(*) > 0`,
    [[...mine]],
  )
}

interface Exhausted {
  readonly id: string
  readonly task: string
  readonly payload: unknown
}

/**
 * Ends the work of jobs that have no attempt left and never came to their own end, because each attempt was cut off:
 * nobody would run them again, and whoever follows them would wait forever.
 */
export const abandonExhausted = async (
  house: House,
  queue: pg.Pool,
  tasks: readonly Task[],
): Promise<void> => {
  const { rows } = await queue.query<Exhausted>(`
    select job.id, task.identifier as task, job.payload
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where job.attempts >= job.max_attempts and job.locked_at is null`)
  for (const { id, task: name, payload } of rows) {
    const task = tasks.find((each) => each.name === name)
    if (!task) continue
    house.log.error({ task: name }, 'A job has no attempt left.')
    await task.abandon(house, z.parse(task.payload, payload))
    await queue.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id])
  }
}
