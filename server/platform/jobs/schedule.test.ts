import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createPool } from '#server/platform/db/database.ts'
import { doEach } from '#server/platform/lib/do-each.ts'
import { createLog } from '#server/platform/lib/log.ts'
import { queueUrl } from '#server/testing/test-logins.ts'
import { startTestServices, type TestServices } from '#server/testing/test-services.ts'
import { everyHour, type Schedule } from './schedule.ts'
import { startWorker } from './worker.ts'

let services: TestServices
let queue: pg.Pool
const processes: { stop(): Promise<void> }[] = []
const log = createLog('silent')
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())
beforeEach(() => {
  queue = createPool({ url: queueUrl(services.url), asApp: false, isOfQueue: true, log, max: 12 })
})
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.stop()))
  await queue.end()
  await sql`delete from schedule_runs`.execute(services.owner)
  await sql`delete from graphile_worker._private_jobs`.execute(services.owner)
  await sql`delete from graphile_worker._private_known_crontabs`.execute(services.owner)
})

/** Starts the workers of a process. */
const start = (...schedules: Schedule[]): void => {
  processes.push(startWorker({ ...services.services, log }, queue, [], schedules))
}

/** Saves that the schedule ran before, its last time being so many hours ago. */
const saveEarlierRun = async (kind: string, hours: number): Promise<void> => {
  const at = new Date(Date.now() - hours * 3_600_000).toISOString()
  await sql`insert into schedule_runs (kind, started_at) values (${kind}, ${at})`.execute(services.owner)
  await sql`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    values (${kind}, ${at}, ${at})`.execute(services.owner)
}

const readRun = async (kind: string) =>
  (
    await sql`select started_at, done_at, failed_at, failure from schedule_runs where kind = ${kind}`.execute(
      services.owner,
    )
  ).rows[0]

const countWaiting = async (): Promise<number> =>
  (await sql`select from graphile_worker._private_jobs`.execute(services.owner)).rows.length

const eventually = { timeout: 10_000 }
const halfAnHourAgo = new Date(Date.now() - 1_800_000)

/** Returns a schedule whose time was half an hour ago, and how often it has run. */
const build = (run: Schedule['run'] = () => Promise.resolve()) => {
  const state = { runs: 0 }
  const schedule = {
    ...everyHour('nightly', (given) => {
      state.runs += 1
      return run(given)
    }),
    match: `${halfAnHourAgo.getUTCMinutes()} ${halfAnHourAgo.getUTCHours()} * * *`,
  }
  return { schedule, state }
}

it('runs once in all processes, and is made up for if its hour passed while none was there', async () => {
  const { schedule, state } = build()
  await saveEarlierRun('nightly', 30)
  start(schedule)
  start(schedule)
  await expect
    .poll(() => readRun('nightly'), eventually)
    .toMatchObject({ done_at: services.clock.now().toISOString() })
  await expect.poll(countWaiting, eventually).toBe(0)
  expect(state.runs).toBe(1)
})

it('runs at the first start, and again when a demo takes another day for today', async () => {
  const { schedule, state } = build()
  start(schedule)
  await expect.poll(() => state.runs, eventually).toBe(1)
  await expect.poll(countWaiting, eventually).toBe(0)
  services.clock.demoDate?.set('2027-01-15')
  await expect.poll(() => state.runs, eventually).toBe(2)
  services.clock.demoDate?.set(null)
})

it('runs in another process when the one that ran it has died', async () => {
  const { schedule, state } = build()
  await saveEarlierRun('nightly', 0)
  await sql`select graphile_worker.add_job('nightly', max_attempts => 5)`.execute(services.owner)
  await sql`update graphile_worker._private_jobs
    set locked_by = 'pool-gone', locked_at = now(), attempts = 1`.execute(services.owner)
  start(schedule)
  await expect.poll(() => state.runs, eventually).toBe(1)
})

it('is noted as interrupted when every process that ran it has died', async () => {
  const { schedule, state } = build()
  await saveEarlierRun('nightly', 0)
  await sql`select graphile_worker.add_job('nightly', max_attempts => 5)`.execute(services.owner)
  await sql`update graphile_worker._private_jobs
    set locked_by = 'pool-gone', locked_at = now(), attempts = 5`.execute(services.owner)
  start(schedule)
  await expect
    .poll(() => readRun('nightly'), eventually)
    .toMatchObject({ failure: 'interrupted', done_at: null })
  expect(state.runs).toBe(0)
})

it.each<[string, Schedule['run'], string]>([
  ['fails', () => Promise.reject(new Error('It failed.')), 'server_error'],
  [
    'fails in some of its parts',
    (given) => doEach(given, 'Retrying.', [[1, 1]], () => Promise.reject(new Error('It failed.'))),
    'parts failed: 1',
  ],
])('that %s is noted with its failure, and waits for its next time', async (_how, run, failure) => {
  const { schedule, state } = build(run)
  start(schedule)
  await expect
    .poll(() => readRun('nightly'), eventually)
    .toMatchObject({ failure, done_at: null, failed_at: services.clock.now().toISOString() })
  await expect.poll(countWaiting, eventually).toBe(0)
  expect(state.runs).toBe(1)
})
