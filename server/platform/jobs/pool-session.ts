import { EventEmitter } from 'node:events'
import {
  Logger as QueueLogger,
  run,
  type ParsedCronItem,
  type TaskList,
  type Worker,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from '#server/platform/lib/log.ts'
import { holdPoolLock, type PoolLock } from './pool-lock.ts'
import type { RunningJobs } from './running-jobs.ts'

/** A silent logger for the queue, whose own log would repeat payloads. Failures are logged elsewhere. */
export const silent = new QueueLogger(() => () => undefined)

/** A running worker pool. */
export interface Session {
  /** Resolves when it has stopped or was given up; rejects when it can’t continue. */
  readonly ended: Promise<void>
  /** Counts a second. Returns whether every worker runs a job or has just asked for one. */
  tick(): Tick
  /** Lets its jobs finish, for 10 s. */
  stop(): Promise<void>
  /** Leaves it as it is. Jobs that it still runs go on, and stay its own. */
  giveUp(): void
}

/** What a look at a pool shows. */
interface Tick {
  readonly isWorking: boolean
  /** Whether a worker has neither run a job nor heard from the queue for so long that it never will. */
  readonly isStuck: boolean
}

/** Milliseconds a pool has to end, by itself or when it’s stopped. Then it’s given up. */
export const endTime = 10_000

/** Seconds without a word from the queue after which a worker isn’t working, and after which it’s stuck. */
const [silentAfter, stuckAfter] = [10, 30]

/** What a pool runs, and where. */
export interface SessionOptions {
  readonly queue: pg.Pool
  readonly concurrency: number
  readonly taskList: TaskList
  /** What this pool queues by the clock; every process has it, and the queue takes it from the first. */
  readonly parsedCronItems?: ParsedCronItem[]
  readonly running: RunningJobs
  readonly log: Logger
}

/** Starts a worker pool. It’s listed in `running`, with its lock held, until its last job has ended. */
export const openSession = async ({ queue, running, log, ...work }: SessionOptions): Promise<Session> => {
  const events: WorkerEvents = new EventEmitter()
  const pool: { id?: string; sign?: PoolLock } = {}
  const givenUp = Promise.withResolvers<void>()
  const watch = watchWorkers(events)
  // jobs are locked in the name of the pool, not of its workers
  events.on('pool:create', ({ workerPool: { id } }) => {
    const sign = holdPoolLock(queue, id, log)
    Object.assign(pool, { id, sign })
    running.open(id, sign.stop)
  })
  const { shutdown, clear } = limitShutdown(events, givenUp.resolve)
  const runner = await run({
    ...work,
    pgPool: queue,
    pollInterval: 1000,
    noHandleSignals: true,
    logger: silent,
    events,
    // checked before each job starts: no job starts while other processes could consider this one dead
    forbiddenFlags: async () => {
      await Promise.race([pool.sign?.held(), shutdown])
      return []
    },
    // ends are saved by `saveEnd`. The library saves them again; only with a delay does it report that it failed, and
    // without one that would be an unhandled rejection
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  const ended = Promise.race([runner.promise, givenUp.promise]).finally(() => {
    clear()
    if (pool.id !== undefined) running.close(pool.id)
  })
  // whoever gave it up doesn't wait for its failure
  ended.catch(() => undefined)
  const stop = (): void => void runner.stop().catch(() => undefined)
  return {
    ended,
    tick: watch,
    giveUp: () => {
      givenUp.resolve()
      stop()
    },
    stop: async () => {
      stop()
      await ended.catch(() => undefined)
    },
  }
}

/** Calls a function when a pool shuts down for longer than it may. `shutdown` resolves when it begins to. */
const limitShutdown = (events: WorkerEvents, giveUp: () => void) => {
  let limit: NodeJS.Timeout | undefined
  const shutdown = new Promise<void>((done) => {
    events.once('pool:gracefulShutdown', () => {
      // a worker that can’t ask for jobs is done then; otherwise its library would print the error with a stack
      events.on('worker:getJob:error', ({ worker }) => void worker.release(true))
      // the library may wait forever: it counts the ends it has to save, and can lose count
      limit = setTimeout(giveUp, endTime)
      done()
    })
  })
  return { shutdown, clear: () => clearTimeout(limit) }
}

interface Watched {
  /** Seconds since it last ran a job or heard from the queue. */
  silence: number
  /** Whether it ever did. */
  hasHeard: boolean
}

/** Follows the workers of a pool. Returns the function that counts a second. */
const watchWorkers = (events: WorkerEvents): (() => Tick) => {
  const workers = new Map<Worker, Watched>()
  const hear = ({ worker }: { readonly worker: Worker }): void => {
    if (workers.has(worker)) workers.set(worker, { silence: 0, hasHeard: true })
  }
  events.on('worker:create', ({ worker }) => workers.set(worker, { silence: 0, hasHeard: false }))
  events.on('worker:getJob:empty', hear)
  events.on('job:start', hear)
  events.on('job:complete', hear)
  events.on('worker:release', ({ worker }) => workers.delete(worker))
  events.on('worker:stop', ({ worker }) => workers.delete(worker))
  return () => {
    // seconds are counted, not measured: a process that was stopped for a while isn't stuck
    for (const [worker, watched] of workers) watched.silence = worker.getActiveJob() ? 0 : watched.silence + 1
    const all = [...workers.values()]
    return {
      isWorking: all.length > 0 && all.every(({ silence, hasHeard }) => hasHeard && silence < silentAfter),
      isStuck: all.some(({ silence }) => silence > stuckAfter),
    }
  }
}
