import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as QueueLogger, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Services } from '../context.ts'
import { holdPoolLock, isHeld, type PoolLock } from './pool-lock.ts'
import { startLoop } from '../lib/start-loop.ts'
import type { Task } from './task.ts'

/** The job runner of a process. */
export interface Worker {
  /** Lets running jobs finish and starts no new ones. */
  stop(): Promise<void>
}

const listOf = (services: Services, tasks: readonly Task[]): TaskList =>
  Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (payload: unknown, { job }) => {
        try {
          await task.run(services, z.parse(task.payload, payload), {
            isLast: job.attempts >= job.max_attempts,
          })
        } catch (error) {
          services.log.error({ err: error, task: task.name }, 'A job failed.')
          throw error
        }
      },
    ]),
  )

/** A silent logger for the queue, whose own log would repeat payloads. Failures are logged elsewhere. */
const silent = new QueueLogger(() => () => undefined)

/** A running worker pool. */
interface Session {
  /** Resolves when it’s stopped; rejects when it can’t continue. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Tasks with the number of their jobs that run at once. */
interface Group {
  readonly concurrency: number
  readonly tasks: readonly Task[]
}

/** Starts a worker pool. Its ID is in `mine` until its last job has ended. */
const openSession = async (
  services: Services,
  queue: pg.Pool,
  { concurrency, tasks }: Group,
  mine: Set<string>,
): Promise<Session> => {
  const events: WorkerEvents = new EventEmitter()
  const pool: { id?: string; sign?: PoolLock } = {}
  // jobs are locked in the name of the pool, not of its workers
  events.on('pool:create', ({ workerPool: { id } }) => {
    mine.add(id)
    Object.assign(pool, { id, sign: holdPoolLock(queue, id, services.log) })
  })
  const shutdown = new Promise<void>((done) => {
    events.once('pool:gracefulShutdown', () => {
      // a worker that can’t ask for jobs is done then; otherwise its library would print the error with a stack
      events.on('worker:getJob:error', ({ worker }) => void worker.release(true))
      done()
    })
  })
  const runner = await run({
    pgPool: queue,
    taskList: listOf(services, tasks),
    concurrency,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: silent,
    events,
    // checked before each job starts: no job starts while other processes could consider this one dead
    forbiddenFlags: async () => {
      await Promise.race([pool.sign?.held(), shutdown])
      return []
    },
    // with a delay, the queue reports a failed write of a job's end; without, the failure would end the process
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const ended = runner.promise.finally(() => {
    pool.sign?.stop()
    if (pool.id !== undefined) mine.delete(pool.id)
  })
  return {
    ended,
    stop: async () => {
      await runner.stop().catch(() => undefined)
      await ended.catch(() => undefined)
    },
  }
}

/** Milliseconds between checks for jobs whose process died. */
const sweepEvery = 2000
/** Milliseconds before the workers restart; each pause is twice as long as the one before. */
const [firstPause, longestPause] = [250, 10_000]
/** Milliseconds of running after which another stop counts as a new failure. */
const stableAfter = 60_000

/** Starts the workers of this process. Jobs that wait for other systems have their own, so that no import waits for a payer. */
export const startWorker = (services: Services, queue: pg.Pool, tasks: readonly Task[]): Worker => {
  const mine = new Set<string>()
  const groups = [
    { concurrency: 2, tasks: tasks.filter(({ isOutbound }) => !isOutbound) },
    { concurrency: 4, tasks: tasks.filter(({ isOutbound }) => isOutbound) },
  ]
  const workers = groups
    .filter((group) => group.tasks.length > 0)
    .map((group) => superviseSession(() => openSession(services, queue, group, mine), services))
  const stopSweep = startLoop(async () => {
    try {
      await releaseOrphans(queue, mine)
      await abandonExhausted(services, queue, tasks)
    } catch (error) {
      services.log.warn({ err: error }, 'Couldn’t check for orphaned jobs.')
    }
    return sweepEvery
  })
  return {
    stop: async () => {
      await Promise.all([stopSweep(), ...workers.map((worker) => worker.stop())])
    },
  }
}

/** Runs a worker pool, and opens another after a database outage. */
const superviseSession = (open: () => Promise<Session>, { log }: Services): Worker => {
  const stopping = new AbortController()
  let session: Session | null = null

  const work = async (): Promise<void> => {
    session = await open()
    if (stopping.signal.aborted) await session.stop()
    await session.ended
  }
  const supervise = async (): Promise<void> => {
    for (let pause = firstPause; !stopping.signal.aborted;) {
      const startedAt = performance.now()
      await work().catch((error: unknown) =>
        log.error({ err: error }, 'The worker’s heartbeat stopped. Restarting the workers.'),
      )
      session = null
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      pause = performance.now() - startedAt > stableAfter ? firstPause : Math.min(pause * 2, longestPause)
    }
  }
  const supervising = supervise()
  return {
    stop: async () => {
      stopping.abort()
      await session?.stop()
      await supervising
    },
  }
}

/** Runs all jobs that are due and returns, for tests and for loading demo data. */
export const runDueJobs = async (
  services: Services,
  queue: pg.Pool,
  tasks: readonly Task[],
): Promise<void> => {
  await runOnce({ pgPool: queue, taskList: listOf(services, tasks), noHandleSignals: true, logger: silent })
}

/**
 * Releases jobs whose worker pool no longer holds its lock; they’d stay locked for hours. `mine` are the pools of
 * this process, which are alive even if their lock was lost.
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
      where locked_by is not null and locked_by <> all($1::text[]) and not ${isHeld('locked_by')}
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
 * Ends jobs that were interrupted on every attempt. No one would run them again, and users who follow them
 * would wait forever.
 */
const abandonExhausted = async (
  services: Services,
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
    services.log.error({ task: name }, 'A job has no attempts left.')
    await task.abandon(services, z.parse(task.payload, payload))
    await queue.query('select graphile_worker.complete_jobs(array[$1::bigint])', [id])
  }
}
