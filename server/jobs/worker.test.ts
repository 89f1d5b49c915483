import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createPool } from '../db/database.ts'
import { createLog } from '../lib/log.ts'
import { queueUrl } from '../testing/test-logins.ts'
import { startTestHouse, type TestHouse } from '../testing/test-house.ts'
import { releaseOrphans } from './orphans.ts'
import { enqueue, task, type Task } from './task.ts'
import { startWorker, type Worker } from './worker.ts'

let house: TestHouse
let queue: pg.Pool
let worker: Worker | null
/** Ends what a failed test left unfinished. */
const endings: (() => void)[] = []
beforeAll(async () => {
  house = await startTestHouse()
})
afterAll(() => house.close())
beforeEach(() => {
  queue = createPool({ url: queueUrl(house.url), asApp: false, log: createLog('silent'), max: 6 })
  worker = null
})
afterEach(async () => {
  for (const end of endings.splice(0)) end()
  await worker?.stop()
  await queue.end()
  await sql`delete from graphile_worker._private_jobs`.execute(house.owner)
})

/** Starts workers. Returns what they log. */
const start = (...tasks: Task[]): string[] => {
  const logged: string[] = []
  const log = createLog('error', { write: (line) => void logged.push(line) })
  worker = startWorker({ ...house.house, log }, queue, tasks)
  return logged
}
const enqueueOne = (definition: Task) =>
  enqueue({ db: house.house.db, house: house.house, afterCommit: [] }, definition, {})

/** Resolves when a state is reached that lasts. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 10))
}

const listJobs = async () =>
  (
    await sql<{ locked_by: string | null; attempts: number }>`
      select locked_by, attempts from graphile_worker._private_jobs`.execute(house.owner)
  ).rows

/** The backend that holds the sign of life of a pool of workers. */
const findHolder = async (poolId: string): Promise<number | null> => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and database = (select oid from pg_database where datname = current_database())
      and (classid::bigint << 32 | objid::bigint) = hashtextextended('shipmate_worker_' || ${poolId}::text, 0)`.execute(
    house.owner,
  )
  return rows[0]?.pid ?? null
}

/** Lets new connections into the database of this test, or none. */
const allowConnections = async (allowed: boolean): Promise<void> => {
  const name = new URL(house.url).pathname.slice(1)
  const client = new pg.Client({ connectionString: house.url.replace(name, 'postgres') })
  await client.connect()
  await client.query(`alter database ${name} allow_connections ${allowed}`)
  await client.end()
}

/** Work that goes on until it is told to end. */
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

describe('the worker', () => {
  it('keeps its job while it lives, however often others look for orphans', async () => {
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

  it('gives its sign of life again when the connection of it is lost', async () => {
    const { definition, state } = buildSlow()
    start(definition)
    await enqueueOne(definition)
    await until(() => state.begun === 1)
    const poolId = (await listJobs())[0]?.locked_by ?? ''
    const first = await findHolder(poolId)
    expect(first).not.toBeNull()
    await sql`select pg_terminate_backend(${first}::int, 5000)`.execute(house.owner)
    await until(async () => (await findHolder(poolId)) !== null)
    expect(await findHolder(poolId)).not.toBe(first)
    state.finish()
  })

  it('never gives back a job of its own, even without a sign of life', async () => {
    await enqueueOne(quick)
    await sql`update graphile_worker._private_jobs set locked_by = 'pool-mine', locked_at = now()`.execute(
      house.owner,
    )
    await releaseOrphans(queue, new Set(['pool-mine']))
    expect(await listJobs()).toMatchObject([{ locked_by: 'pool-mine' }])
    await releaseOrphans(queue, new Set(['pool-other']))
    expect(await listJobs()).toMatchObject([{ locked_by: null }])
  })

  it('outlives an outage in which it can’t write how a job ended, and does the job again', async () => {
    const { definition, state } = buildSlow()
    const logged = start(definition)
    await enqueueOne(definition)
    await until(() => state.begun === 1)
    await allowConnections(false)
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and usename = 'shipmate_queue'`.execute(house.owner)
    state.finish()
    await until(() => logged.some((line) => line.includes('The workers stopped; they start again.')))
    await allowConnections(true)
    await until(() => state.begun === 2)
    state.finish()
    await until(async () => (await listJobs()).length === 0)
    expect(state.abandoned).toBe(0)
  })

  it('takes up the work of a worker that is gone', async () => {
    await enqueueOne(quick)
    await sql`update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now()`.execute(
      house.owner,
    )
    start(quick)
    await until(async () => (await listJobs()).length === 0)
    expect(await listJobs()).toEqual([])
  })

  it('ends a job as failed when each of its five attempts was cut off', async () => {
    const { definition, state } = buildSlow()
    await enqueueOne(definition)
    await sql`update graphile_worker._private_jobs
      set locked_by = 'pool-gone', locked_at = now(), attempts = max_attempts`.execute(house.owner)
    start(definition)
    await until(async () => (await listJobs()).length === 0)
    expect(state).toMatchObject({ begun: 0, abandoned: 1 })
  })

  it('enqueues with its reason, or not at all', async () => {
    await house.house.db
      .transaction()
      .execute(async (trx) => {
        await enqueue({ db: trx, house: house.house, afterCommit: [] }, quick, {})
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    expect(await listJobs()).toEqual([])
  })
})
