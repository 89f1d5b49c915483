import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger as QueueLogger, run, runOnce, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { House } from '../context.ts'
import { abandonExhausted, releaseOrphans } from './orphans.ts'
import { giveSignOfLife, type SignOfLife } from './sign-of-life.ts'
import type { Task } from './task.ts'

/** The workers of a process. */
export interface Worker {
  /** Lets the jobs in progress end, and takes no more. */
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

/** The queue's own log would repeat payloads; ours says what failed. */
const silent = new QueueLogger(() => () => undefined)

/** A pool of workers at work. */
interface Session {
  /** Resolves when it was stopped; rejects when it could not go on. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Starts a pool of workers. Its id is in `mine` until its last job has ended. */
const openSession = async (
  house: House,
  queue: pg.Pool,
  tasks: readonly Task[],
  mine: Set<string>,
): Promise<Session> => {
  const events: WorkerEvents = new EventEmitter()
  const pool: { id?: string; sign?: SignOfLife } = {}
  // jobs are locked in the name of the pool, not of its single workers
  events.on('pool:create', ({ workerPool: { id } }) => {
    mine.add(id)
    Object.assign(pool, { id, sign: giveSignOfLife(queue, id, house.log) })
  })
  const shutdown = new Promise<void>((done) => {
    events.once('pool:gracefulShutdown', () => done())
  })
  const runner = await run({
    pgPool: queue,
    taskList: listOf(house, tasks),
    concurrency: 2,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: silent,
    events,
    // asked before each job is taken: none is, while other processes could take this one for dead
    forbiddenFlags: async () => {
      await Promise.race([pool.sign?.held(), shutdown])
      return []
    },
    // with a delay the queue reports a failed write of a job's end; without, the failure would end the process
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

/** Milliseconds between two looks for jobs whose process died. */
const sweepEvery = 3000
/** Milliseconds before the workers start again; each next pause is twice as long. */
const [firstPause, longestPause] = [250, 10_000]
/** Milliseconds after which workers that end again count as a new failure. */
const wellAfter = 60_000

/** Starts the workers of this process, and starts them again when an outage of the database ended them. */
export const startWorker = (house: House, queue: pg.Pool, tasks: readonly Task[]): Worker => {
  const mine = new Set<string>()
  const stopping = new AbortController()
  let session: Session | null = null

  const work = async (): Promise<void> => {
    session = await openSession(house, queue, tasks, mine)
    if (stopping.signal.aborted) await session.stop()
    await session.ended
  }
  const supervise = async (): Promise<void> => {
    for (let pause = firstPause; !stopping.signal.aborted;) {
      const startedAt = performance.now()
      await work().catch((error: unknown) =>
        house.log.error({ err: error }, 'The workers stopped; they start again.'),
      )
      session = null
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      pause = performance.now() - startedAt > wellAfter ? firstPause : Math.min(pause * 2, longestPause)
    }
  }
  const sweep = async (): Promise<void> => {
    try {
      await releaseOrphans(queue, mine)
      await abandonExhausted(house, queue, tasks)
    } catch (error) {
      house.log.warn({ err: error }, 'Orphaned jobs could not be looked for.')
    }
  }
  const supervising = supervise()
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep)
  }, sweepEvery)
  return {
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      await session?.stop()
      await supervising
      await sweeping
    },
  }
}

/** Does all jobs that are due, and returns: for tests and for loading the demo world. */
export const workOff = async (house: House, queue: pg.Pool, tasks: readonly Task[]): Promise<void> => {
  await runOnce({ pgPool: queue, taskList: listOf(house, tasks), noHandleSignals: true, logger: silent })
}
