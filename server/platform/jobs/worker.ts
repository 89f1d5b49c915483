import { setTimeout as sleep } from 'node:timers/promises'
import { runOnce, type JobHelpers, type TaskList } from 'graphile-worker'
import type pg from 'pg'
import * as z from 'zod/mini'
import type { Services, WorkerGroup } from '#server/platform/context.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { startLoop } from '#server/platform/lib/start-loop.ts'
import { within } from '#server/platform/lib/within.ts'
import { abandonExhausted, createReleaseOfLost, readOldestWaiting, releaseOrphans } from './orphaned-jobs.ts'
import { endTime, openSession, silent, type Session, type SessionOptions } from './pool-session.ts'
import { createRunningJobs, type RunningJobs } from './running-jobs.ts'
import { saveEnd } from './save-end.ts'
import { crontabOf, queueNow, scheduleTasks, type Schedule } from './schedule.ts'
import { servicesOf, type Task } from './task.ts'

/** The job runner of a process. */
export interface Worker {
  /** Starts no new jobs and lets running ones finish, for 10 s; after that they start over elsewhere. */
  stop(): Promise<void>
}

/** Runs one attempt of a job. Returns its error, or null if it succeeded. */
const runAttempt = async (
  services: Services,
  task: Task,
  payload: unknown,
  { job }: JobHelpers,
): Promise<Error | null> => {
  try {
    await task.run(servicesOf(services, payload), z.parse(task.payload, payload), {
      isLast: job.attempts >= job.max_attempts,
    })
    return null
  } catch (error) {
    services.log.error({ err: error, task: task.name }, 'A job failed.')
    return error instanceof Error ? error : new Error('The job failed.', { cause: error })
  }
}

/** Returns the queue’s list of tasks. `save` saves the end of a job. */
const listOf = (
  services: Services,
  tasks: readonly Task[],
  save: (helpers: JobHelpers, run: () => Promise<Error | null>) => Promise<Error | null>,
): TaskList =>
  Object.fromEntries(
    tasks.map((task) => [
      task.name,
      async (payload: unknown, helpers: JobHelpers) => {
        const error = await save(helpers, () => runAttempt(services, task, payload, helpers))
        if (error) throw error
      },
    ]),
  )

/** Tasks with the number of their jobs that run at once. */
interface Group extends Pick<SessionOptions, 'concurrency' | 'parsedCronItems'> {
  readonly name: WorkerGroup
  readonly tasks: readonly Task[]
}

/** Milliseconds between checks for jobs whose process died. */
const sweepEvery = 2000
/** Milliseconds before the workers restart; each pause is twice as long as the one before. */
const [firstPause, longestPause] = [250, 10_000]
/** Milliseconds of running after which another stop counts as a new failure. */
const stableAfter = 60_000

/**
 * Starts the workers of this process. Jobs that wait for other systems have their own, so that no import waits for a payer,
 * and so has what runs by the clock.
 */
export const startWorker = (
  services: Services,
  queue: pg.Pool,
  tasks: readonly Task[],
  schedules: readonly Schedule[] = [],
): Worker => {
  const running = createRunningJobs()
  const stopped = new AbortController()
  const all: Group[] = [
    { name: 'inside', concurrency: 2, tasks: tasks.filter(({ isOutbound }) => !isOutbound) },
    { name: 'outbound', concurrency: 4, tasks: tasks.filter(({ isOutbound }) => isOutbound) },
    {
      name: 'scheduled',
      concurrency: 4,
      tasks: scheduleTasks(schedules),
      parsedCronItems: crontabOf(schedules),
    },
  ]
  const groups = all.filter((group) => group.tasks.length > 0)
  const open = ({ concurrency, parsedCronItems = [], tasks: own }: Group): Promise<Session> =>
    openSession({
      queue,
      concurrency,
      parsedCronItems,
      running,
      log: services.log,
      taskList: listOf(services, own, (helpers, run) =>
        runToEnd({ services, queue, running, signal: stopped.signal }, helpers, run),
      ),
    })
  const workers = groups.map((group) => superviseSession(() => open(group), group.name, services))
  queueNow(services, queue, schedules)
  const stopSweep = startLoop(createSweep(services, queue, running, groups))
  return {
    stop: async () => {
      await Promise.all([stopSweep(), ...workers.map((worker) => worker.stop())])
      stopped.abort()
    },
  }
}

interface EndOptions {
  readonly services: Services
  readonly queue: pg.Pool
  readonly running: RunningJobs
  readonly signal: AbortSignal
}

/** Runs a job and saves its end before the library hears of it. */
const runToEnd = async (
  { services, queue, running, signal }: EndOptions,
  { job }: JobHelpers,
  run: () => Promise<Error | null>,
): Promise<Error | null> => {
  // by the library’s types IDs are text, but our connections read them as numbers
  const id: unknown = job.id
  const taken = { id: String(id), pool: job.locked_by ?? '' }
  const end = running.begin(taken.pool, taken.id)
  try {
    const error = await run()
    await saveEnd(queue, taken, error, { log: services.log, signal })
    return error
  } finally {
    end()
  }
}

/** Returns the work that keeps the queue clean: jobs that no one runs are released, and hopeless ones ended. */
const createSweep = (
  services: Services,
  queue: pg.Pool,
  running: RunningJobs,
  groups: readonly Group[],
): (() => Promise<number>) => {
  const releaseLost = createReleaseOfLost(queue, running)
  const noteOldest = async (): Promise<void> => {
    for (const { name, tasks } of groups)
      services.workers.noteOldest(name, await readOldestWaiting(queue, tasks))
  }
  const failed = 'Couldn’t check for orphaned jobs.'
  const parts = Object.entries({
    waiting: noteOldest,
    orphaned: () => releaseOrphans(queue, running.pools()),
    lost: releaseLost,
    exhausted: () =>
      abandonExhausted(
        services,
        queue,
        groups.flatMap(({ tasks }) => tasks),
      ),
  })
  return async () => {
    await doEach(services, failed, parts, (part) => part()).catch((error: unknown) =>
      services.log.warn({ err: error }, failed),
    )
    return sweepEvery
  }
}

/** Runs a worker pool, and opens another when it fails, doesn’t end, or no longer asks for jobs. */
const superviseSession = (
  open: () => Promise<Session>,
  group: WorkerGroup,
  { log, workers, databaseTrouble }: Services,
): Worker => {
  const stopping = new AbortController()
  let session: Session | null = null

  const look = (): void => {
    const tick = session?.tick()
    workers.noteWorking(group, tick?.isWorking ?? false)
    if (!tick?.isStuck || databaseTrouble() !== null) return
    log.error({ group }, 'The workers stopped asking for jobs. Restarting them.')
    session?.giveUp()
  }
  const work = async (): Promise<void> => {
    session = await openInTime(open)
    if (stopping.signal.aborted) await session.stop()
    await session.ended
  }
  const supervise = async (): Promise<void> => {
    for (let pause = firstPause; !stopping.signal.aborted;) {
      const startedAt = performance.now()
      await work().then(
        () => {
          if (!stopping.signal.aborted) log.error({ group }, 'The workers ended. Restarting them.')
        },
        (error: unknown) => log.error({ err: error, group }, 'The workers failed. Restarting them.'),
      )
      session = null
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      pause = performance.now() - startedAt > stableAfter ? firstPause : Math.min(pause * 2, longestPause)
    }
  }
  const timer = setInterval(look, 1000)
  const supervising = supervise()
  return {
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
      await session?.stop()
      await supervising
    },
  }
}

/** Opens a worker pool within 10 s. One that opens later is given up. */
const openInTime = async (open: () => Promise<Session>): Promise<Session> => {
  const opening = open()
  try {
    return await within(opening, endTime, () => new Error('The workers didn’t start in time.'))
  } catch (error) {
    void opening.then(
      (late) => late.giveUp(),
      () => undefined,
    )
    throw error
  }
}

/** Runs all jobs that are due and returns, for tests and for loading demo data. */
export const runDueJobs = async (
  services: Services,
  queue: pg.Pool,
  tasks: readonly Task[],
): Promise<void> => {
  const taskList = listOf(services, tasks, (_helpers, run) => run())
  await runOnce({ pgPool: queue, taskList, noHandleSignals: true, logger: silent })
}
