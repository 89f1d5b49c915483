import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createPool } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { queueUrl } from '#server/testing/test-logins.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { enqueue, task, type Task } from './task.ts'
import { releaseOrphans } from './orphaned-jobs.ts'
import { endTime, openSession } from './pool-session.ts'
import { createRunningJobs } from './running-jobs.ts'
import { startWorker, type Worker } from './worker.ts'

let services: TestServices
let queue: pg.Pool
let worker: Worker | null
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(() => {
  queue = createPool({ url: queueUrl(services.url), asApp: false, log: createLog('silent'), max: 8 })
  worker = null
})
afterEach(async () => {
  await worker?.stop()
  await queue.end()
  await sql`delete from graphile_worker._private_jobs`.execute(services.owner)
})

const start = (...tasks: Task[]): void => {
  worker = startWorker({ ...services.services, log: createLog('silent') }, queue, tasks)
}
const enqueueOne = (definition: Task) =>
  enqueue({ db: services.services.db, services: services.services, afterCommit: [] }, definition, {})

/** Allows or blocks new connections to this test’s database. */
const allowConnections = async (allowed: boolean): Promise<void> => {
  const name = new URL(services.url).pathname.slice(1)
  const client = new pg.Client({ connectionString: services.url.replace(name, 'postgres') })
  await client.connect()
  await client.query(`alter database ${name} allow_connections ${allowed}`)
  await client.end()
}

/** Ends every connection of the queue, and refuses new ones until the work is done. */
const whileAway = async (work: () => Promise<void>): Promise<void> => {
  const owner = new pg.Client({ connectionString: services.url })
  await owner.connect()
  try {
    await allowConnections(false)
    await owner.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and usename = 'shipmate_queue'`)
    await work()
  } finally {
    await allowConnections(true)
    await owner.end()
  }
}

/** Creates a job that begins, waits, and then succeeds or fails as it’s told. */
const buildHeld = (name: string) => {
  const held = { runs: 0, end: Promise.withResolvers<void>() }
  const definition = task({
    name,
    payload: z.object({}),
    isOutbound: true,
    run: () => {
      held.runs += 1
      return held.runs === 1 ? held.end.promise : Promise.resolve()
    },
    abandon: () => Promise.resolve(),
  })
  return { definition, held }
}

const listNames = async () =>
  (
    await sql<{ name: string }>`select task_identifier as name from graphile_worker.jobs`.execute(
      services.owner,
    )
  ).rows.map(({ name }) => name)

/** Returns the number of locks that show that worker pools are alive. */
const listLocks = async () =>
  (
    await sql`select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(services.owner)
  ).rows.length

const quick = task({
  name: 'quick',
  payload: z.object({}),
  run: () => Promise.resolve(),
  abandon: () => Promise.resolve(),
})

/** Starts three jobs of other systems. Two end 30 ms apart while the database is away, the third when it’s back. */
const endThreeAround = async (end: (held: ReturnType<typeof buildHeld>['held']) => void) => {
  const built = ['one', 'other', 'third'].map(buildHeld)
  start(...built.map(({ definition }) => definition), quick)
  for (const { definition } of built) await enqueueOne(definition)
  const countRuns = () => built.map(({ held }) => held.runs)
  await expect.poll(countRuns).toEqual([1, 1, 1])
  await whileAway(async () => {
    for (const { held } of built.slice(0, 2)) {
      end(held)
      await sleep(30)
    }
    await sleep(500)
  })
  built[2]?.held.end.resolve()
  await enqueueOne(quick)
  return countRuns
}

describe('while the database is away', () => {
  it('two jobs fail 30 ms apart: then others run, these are tried again, and the worker stops', async () => {
    const countRuns = await endThreeAround((held) => held.end.reject(new Error('It failed.')))
    await expect.poll(listNames, { timeout: 15_000 }).toEqual([])
    expect(countRuns()).toEqual([2, 2, 1])
    const stopped = worker?.stop().then(() => 'stopped')
    expect(await Promise.race([stopped, sleep(12_000)])).toBe('stopped')
  })

  it('two jobs succeed 30 ms apart: their ends are saved when it’s back, and neither runs again', async () => {
    const countRuns = await endThreeAround((held) => held.end.resolve())
    await expect.poll(listNames, { timeout: 15_000 }).toEqual([])
    expect(countRuns()).toEqual([1, 1, 1])
  })
})

describe('a worker pool', () => {
  const running = createRunningJobs()
  const openRaw = (...tasks: Task[]) =>
    openSession({
      queue,
      concurrency: 3,
      running,
      log: createLog('silent'),
      taskList: Object.fromEntries(
        tasks.map(({ name, run }) => [name, () => run(services.services, {}, { isLast: false })]),
      ),
    })

  // graphile-worker 0.18.0 never ends after it couldn't save two ends at different moments
  it('whose library lost count of the ends it has to save is given up within 10 s', async () => {
    const built = ['one', 'other', 'third'].map(buildHeld)
    const session = await openRaw(...built.map(({ definition }) => definition))
    for (const { definition } of built) await enqueueOne(definition)
    await expect.poll(() => built.map(({ held }) => held.runs)).toEqual([1, 1, 1])
    const startedAt = performance.now()
    await whileAway(async () => {
      for (const { held } of built.slice(0, 2)) {
        held.end.resolve()
        await sleep(30)
      }
      await sleep(500)
    })
    built[2]?.held.end.reject(new Error('It failed.'))
    await session.ended.catch(() => undefined)
    const taken = performance.now() - startedAt
    expect(taken).toBeGreaterThan(endTime - 1000)
    expect(taken).toBeLessThan(endTime + 2000)
    expect(running.pools()).toEqual([])
  })

  it('that can’t hear from the queue is stuck after 30 s, and not before', async () => {
    await enqueueOne(quick)
    const session = await openRaw(quick)
    await expect.poll(() => session.tick().isWorking).toBe(true)
    const holder = await holdLock(services, 'lock table graphile_worker._private_jobs')
    await holder.waitedFor(3)
    for (let second = 0; second < 20; second += 1) session.tick()
    expect(session.tick()).toEqual({ isWorking: false, isStuck: false })
    for (let second = 0; second < 20; second += 1) session.tick()
    expect(session.tick()).toEqual({ isWorking: false, isStuck: true })
    await holder.release()
    await session.stop()
  })

  it('keeps its lock and its job when it’s given up while the job runs', async () => {
    const held = buildHeld('held')
    start(held.definition)
    await enqueueOne(held.definition)
    await expect.poll(() => held.held.runs).toBe(1)
    const stopping = worker?.stop()
    const startedAt = performance.now()
    await stopping
    expect(performance.now() - startedAt).toBeLessThan(endTime + 1000)
    await releaseOrphans(queue)
    expect(await listNames()).toEqual(['held'])
    const { rows } = await queue.query('select from graphile_worker.jobs where locked_by is not null')
    expect(rows).toHaveLength(1)
    held.held.end.resolve()
    await expect.poll(listNames).toEqual([])
    await expect.poll(listLocks).toBe(0)
  })
})

it('a job that got lost on its way to the worker is released and runs', async () => {
  const held = buildHeld('held')
  start(held.definition, quick)
  await enqueueOne(held.definition)
  await expect.poll(() => held.held.runs).toBe(1)
  // taken by the pool, as far as the database knows, in the transaction that adds it
  await services.owner.transaction().execute(async (db) => {
    await sql`select graphile_worker.add_job('quick')`.execute(db)
    await sql`update graphile_worker._private_jobs set locked_at = now() - interval '20 seconds',
        locked_by = (select locked_by from graphile_worker.jobs where task_identifier = 'held')
      where id in (select id from graphile_worker.jobs where task_identifier = 'quick')`.execute(db)
  })
  await expect.poll(listNames, { timeout: 15_000 }).toEqual(['held'])
  expect(held.held.runs).toBe(1)
  held.held.end.resolve()
})

it('a job that takes long isn’t taken for a lost one', async () => {
  const { definition, held } = buildHeld('takes_long')
  start(definition)
  await enqueueOne(definition)
  await expect.poll(() => held.runs, { timeout: 10_000 }).toBe(1)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`.execute(
    services.owner,
  )
  // two looks, 2 s apart, would release it
  await sleep(6000)
  expect(held.runs).toBe(1)
  held.end.resolve()
})
