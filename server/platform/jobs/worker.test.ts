import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { createPool } from '#server/platform/db/database.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { holdLock } from '#server/testing/hold-lock.ts'
import { queueUrl } from '#server/testing/test-logins.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { enqueue, task, type Task } from './task.ts'
import { releaseOrphans } from './orphaned-jobs.ts'
import { runDueJobs, startWorker, type Worker } from './worker.ts'

let services: TestServices
let queue: pg.Pool
let worker: Worker | null
/** Stops what a failed test left running. */
const endings: (() => void)[] = []
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(() => {
  queue = createPool({ url: queueUrl(services.url), asApp: false, log: createLog('silent'), max: 6 })
  worker = null
})
afterEach(async () => {
  for (const end of endings.splice(0)) end()
  await worker?.stop()
  await queue.end()
  await sql`delete from graphile_worker._private_jobs`.execute(services.owner)
})

/** Starts workers. Returns their log. */
const start = (...tasks: Task[]): string[] => {
  const logged: string[] = []
  const log = createLog('error', { write: (line) => void logged.push(line) })
  worker = startWorker({ ...services.services, log }, queue, tasks)
  return logged
}
const enqueueOne = (definition: Task) =>
  enqueue({ db: services.services.db, services: services.services, afterCommit: [] }, definition, {})

/** Resolves when a state is reached and lasts. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 10))
}

const listJobs = async () =>
  (
    await sql<{ locked_by: string | null; attempts: number }>`
      select locked_by, attempts from graphile_worker._private_jobs`.execute(services.owner)
  ).rows

/** Returns the database connection with the heartbeat of a worker pool. */
const findHolder = async (poolId: string): Promise<number | null> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended('shipmate_worker_' || ${poolId}::text, 0)`.execute(
    services.owner,
  )
  return rows[0]?.pid ?? null
}

/** Creates a job that runs until it’s told to end. */
const buildSlow = () => {
  let finish = (): void => undefined
  const state = { begun: 0, abandoned: 0, finish: () => finish() }
  endings.push(state.finish)
  const definition = task({
    name: 'slow',
    payload: z.object({}),
    run: () => {
      state.begun += 1
      return new Promise<void>((done) => {
        finish = done
      })
    },
    abandon: async () => {
      state.abandoned += 1
    },
  })
  return { definition, state }
}

const quick = task({
  name: 'quick',
  payload: z.object({}),
  run: () => Promise.resolve(),
  abandon: () => Promise.resolve(),
})

describe('a worker', () => {
  it('runs other jobs while payers keep more jobs waiting than there are workers', async () => {
    const waiting = Promise.withResolvers<void>()
    endings.push(waiting.resolve)
    const asking = task({ ...quick, name: 'asking', isOutbound: true, run: () => waiting.promise })
    for (let count = 0; count < 20; count++) await enqueueOne(asking)
    await enqueueOne(quick)
    start(asking, quick)
    await until(async () => (await listJobs()).length === 20)
    const running = async () => (await listJobs()).filter(({ locked_by }) => locked_by !== null)
    await expect.poll(running).toHaveLength(4)
  })

  it('runs what can wait after what someone waits for', async () => {
    const order: string[] = []
    const named = task({
      name: 'named',
      payload: z.object({ name: z.string() }),
      run: async (_services, { name }) => void order.push(name),
      abandon: () => Promise.resolve(),
    })
    const context = { db: services.services.db, services: services.services, afterCommit: [] }
    for (const name of ['a form', 'another form']) await enqueue(context, named, { name }, { canWait: true })
    await enqueue(context, named, { name: 'a person' })
    await runDueJobs(services.services, queue, [named])
    expect(order).toEqual(['a person', 'a form', 'another form'])
  })

  it('keeps its job while it’s alive, however often others look for orphaned jobs', async () => {
    const { definition, state } = buildSlow()
    start(definition)
    await enqueueOne(definition)
    await until(() => state.begun === 1)
    await releaseOrphans(queue)
    expect(await listJobs()).toMatchObject([{ locked_by: expect.stringContaining('pool-'), attempts: 1 }])
    state.finish()
    await until(async () => (await listJobs()).length === 0)
    expect(state.begun).toBe(1)
  })

  it('takes its lock again when the lock’s connection is lost', async () => {
    const { definition, state } = buildSlow()
    start(definition)
    await enqueueOne(definition)
    await until(() => state.begun === 1)
    const poolId = (await listJobs())[0]?.locked_by ?? ''
    const first = await findHolder(poolId)
    expect(first).not.toBeNull()
    await sql`select pg_terminate_backend(${first}::int, 5000)`.execute(services.owner)
    await until(async () => (await findHolder(poolId)) !== null)
    expect(await findHolder(poolId)).not.toBe(first)
    state.finish()
  })

  it('never releases its own job, even without the lock', async () => {
    await enqueueOne(quick)
    await sql`update graphile_worker._private_jobs set locked_by = 'pool-mine', locked_at = now()`.execute(
      services.owner,
    )
    await releaseOrphans(queue, ['pool-mine'])
    expect(await listJobs()).toMatchObject([{ locked_by: 'pool-mine' }])
    await releaseOrphans(queue, ['pool-other'])
    expect(await listJobs()).toMatchObject([{ locked_by: null }])
  })

  it('takes over jobs of a worker that died', async () => {
    await enqueueOne(quick)
    await sql`update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now()`.execute(
      services.owner,
    )
    start(quick)
    await until(async () => (await listJobs()).length === 0)
    expect(await listJobs()).toEqual([])
  })

  it('ends a job as failed after 5 interrupted attempts', async () => {
    const { definition, state } = buildSlow()
    await enqueueOne(definition)
    await sql`update graphile_worker._private_jobs
      set locked_by = 'pool-gone', locked_at = now(), attempts = max_attempts`.execute(services.owner)
    start(definition)
    await until(async () => (await listJobs()).length === 0)
    expect(state).toMatchObject({ begun: 0, abandoned: 1 })
  })

  it('ends every such job, also if one of them can’t be ended yet', async () => {
    const ended: string[] = []
    const named = (name: string, more: Partial<Task> = {}) =>
      task({ ...quick, name, abandon: async () => void ended.push(name), ...more })
    const all = [
      named('stuck', { abandon: () => Promise.reject(new Error('The record is locked.')) }),
      named('inside'),
      named('outbound', { isOutbound: true }),
    ]
    for (const one of all) await enqueueOne(one)
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(services.owner)
    start(...all)
    await until(async () => (await listJobs()).length === 1)
    expect(ended.toSorted()).toEqual(['inside', 'outbound'])
  })

  it('prints nothing when the database fails while it asks for jobs and is being stopped', async () => {
    const printed = vi.spyOn(console, 'trace').mockImplementation(() => undefined)
    endings.push(() => printed.mockRestore())
    start(quick)
    await enqueueOne(quick)
    await until(async () => (await listJobs()).length === 0)
    const holder = await holdLock(services, 'lock table graphile_worker._private_jobs')
    const asking = await holder.waitedFor(3)
    const stopped = worker?.stop()
    for (const pid of asking) await holder.query('select pg_cancel_backend($1)', [pid])
    await holder.release()
    await stopped
    expect(printed).not.toHaveBeenCalled()
  })

  it('adds a job together with its cause, or not at all', async () => {
    await services.services.db
      .transaction()
      .execute(async (trx) => {
        await enqueue({ db: trx, services: services.services, afterCommit: [] }, quick, {})
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await listJobs()).toEqual([])
  })
})
