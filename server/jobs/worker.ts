import { EventEmitter } from 'node:events'
import { Logger as QueueLogger, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { House } from '../context.ts'
import type { Task } from './task.ts'

/** Work in progress that can be ended in good order. */
export interface Worker {
  stop(): Promise<void>
}

const listOf = (house: House, tasks: readonly Task[]): TaskList =>
  Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (payload: unknown, { job }) => {
        try {
          await task.run(house, z.parse(task.payload, payload), { isLast: job.attempts >= job.max_attempts })
        } catch (error) {
          house.log.error({ err: error, task: task.name }, 'A job failed.')
          throw error
        }
      },
    ]),
  )

/** The advisory lock that a process holds for its pool of workers, as long as it lives. */
const lockOf = (poolId: string): string => `hashtextextended('shipmate_worker_' || ${poolId}::text, 0)`

/**
 * Jobs whose process died stay locked for hours unless somebody says so. A pool whose advisory lock is free
 * is gone, and its work goes back to the queue at once.
 */
export const releaseOrphans = async (owner: pg.Pool): Promise<void> => {
  await owner.query(`
    select graphile_worker.force_unlock_workers(array_agg(gone.locked_by))
    from (
      select distinct locked_by from graphile_worker.jobs
      where locked_by is not null and not exists (
        select from pg_locks
        where locktype = 'advisory' and granted and objsubid = 1
          and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32 | objid::bigint) = ${lockOf('locked_by')})
    ) gone
    having count(*) > 0`)
}

/** The queue's own log would repeat payloads; ours says what failed. */
const silent = new QueueLogger(() => () => undefined)

const sweepEvery = 15_000

/** Starts the worker of this process. `owner` is a pool with the queue's own rights. */
export const startWorker = async (house: House, owner: pg.Pool, tasks: readonly Task[]): Promise<Worker> => {
  const alive = await owner.connect()
  alive.on('error', (error) => {
    if (!owner.ending) house.log.warn({ err: error }, 'The worker lost its sign of life.')
  })
  const events: WorkerEvents = new EventEmitter()
  // jobs are locked in the name of the pool, not of its single workers
  events.on('pool:create', ({ workerPool }) => {
    alive
      .query(`select pg_advisory_lock(${lockOf('$1')})`, [workerPool.id])
      .catch((error: unknown) => house.log.error({ err: error }, 'The worker could not give a sign of life.'))
  })
  await releaseOrphans(owner)
  const runner = await run({
    pgPool: owner,
    taskList: listOf(house, tasks),
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: silent,
    events,
  })
  const sweep = setInterval(() => {
    releaseOrphans(owner).catch((error: unknown) =>
      house.log.warn({ err: error }, 'Orphaned jobs could not be looked for.'),
    )
  }, sweepEvery)
  return {
    stop: async () => {
      clearInterval(sweep)
      await runner.stop()
      alive.release(true)
    },
  }
}

/** Does all that is due and returns: for tests and for loading the demo world. */
export const workOff = async (house: House, owner: pg.Pool, tasks: readonly Task[]): Promise<void> => {
  await runOnce({ pgPool: owner, taskList: listOf(house, tasks), noHandleSignals: true, logger: silent })
}
