import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { createApp } from '#server/app/app.ts'
import type { Services } from '#server/platform/context.ts'
import { createDatabase, createPool, type Database } from '#server/platform/db/database.ts'
import { createIntake, createPreparingDatabase } from '#server/platform/db/prepared.ts'
import { createAccessQueue } from '#server/platform/history/access-log.ts'
import { createVisitCounter } from '#server/setup/site-visits/index.ts'
import { tasks } from '#server/app/tasks.ts'
import { runDueJobs } from '#server/platform/jobs/worker.ts'
import { createWorkerHealth } from '#server/platform/jobs/worker-health.ts'
import { standingClock } from '#server/platform/lib/clock.ts'
import { readSettings } from '#server/platform/lib/env.ts'
import { createFiles } from '#server/platform/lib/files.ts'
import { createFolderStore } from '#server/platform/lib/files/folder-store.ts'
import { createLog, type Logger } from '#server/platform/lib/log.ts'
import { createTraffic } from '#server/platform/lib/traffic.ts'
import { createAnnouncer } from '#server/platform/live/announce.ts'
import { listenForChanges } from '#server/platform/live/listen.ts'
import { appUrl, queueUrl } from './test-logins.ts'

/** The date in tests. */
export const testDay = '2026-11-20'

/** A whole server for one test file: real application, real database, fixed clock. */
export interface TestServices {
  readonly app: FastifyInstance
  readonly services: Services
  readonly clock: ReturnType<typeof standingClock>
  /** The database with the owner’s permissions, for checks and factories. */
  readonly owner: Database
  readonly url: string
  /** The folder of its files. */
  readonly folder: string
  /** The milliseconds that it waited on purpose, in order; no test waits them. */
  readonly pauses: readonly number[]
  /** Runs all queued jobs. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

const named = (url: string, name: string): string => url.replace(/\/[^/]+$/, `/${name}`)

/** Runs statements about the databases of a server. */
const onServer = async (url: string, ...statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: named(url, 'postgres') })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

/** Creates a migrated database for one test file. Returns its URL. */
export const cloneDatabase = async (url: string): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(
    url,
    // copied as files, it takes a third of the time that it takes through the log
    `create database ${name} template shipmate strategy file_copy`,
    // a foreign key’s plan from when its table was empty reads the whole table for each of 10,000 rows
    `alter database ${name} set plan_cache_mode = force_custom_plan`,
  )
  return named(url, name)
}

/** Drops the database of a test file, which the server would otherwise vacuum until the end of the run. */
const dropDatabase = (url: string): Promise<void> =>
  onServer(url, `drop database if exists ${new URL(url).pathname.slice(1)} with (force)`)

const testKeys = {
  encryption: [{ id: 1, key: Buffer.alloc(32, 1) }],
  index: Buffer.alloc(32, 2),
  token: Buffer.alloc(32, 3),
}

/** Returns a pause that notes how long it would take, and takes a turn of the event loop. */
const recordPauses = () => {
  const pauses: number[] = []
  const pause = async (milliseconds: number): Promise<void> => {
    pauses.push(milliseconds)
    await setImmediate()
  }
  return { pauses, pause }
}

const openPools = (url: string, log: Logger) => {
  const pool = createPool({ url: appUrl(url), asApp: false, log, max: 6 })
  const intake = createIntake({ url: appUrl(url), asApp: false, log })
  const databases = {
    db: createDatabase(pool),
    preparingDb: createPreparingDatabase(pool),
    intake,
    replica: null,
    pool,
  }
  // a busy machine is slow, and fails nothing
  const ownerPool = createPool({ url, asApp: false, log, max: 4, statementTimeout: 0 })
  const queue = createPool({ url: queueUrl(url), asApp: false, log, max: 3 })
  const end = () => Promise.all([pool, intake.pool, ownerPool, queue].map((one) => one.end()))
  return { databases, pool, ownerPool, queue, end }
}

const flush = (services: Services) =>
  Promise.all([services.accesses.flush(), services.visits.flush(services)])

const startApp = async (services: Services): Promise<FastifyInstance> => {
  const app = await createApp(services)
  await app.ready()
  return app
}

const discard = async (url: string, folder: string): Promise<void> => {
  await dropDatabase(url)
  rmSync(folder, { recursive: true, force: true })
}

/** What a test brings along: services, or a database that’s ready. */
type GivenServices = Partial<Pick<Services, 'workers' | 'clock' | 'replica'>> & { readonly url?: string }

/** Starts a server on its own database, or on one that’s ready at `url`. Call it once in a test file’s `beforeAll`, and `close` in `afterAll`. */
export const startTestServices = async (
  environment: Record<string, string> = {},
  log: Logger = createLog(process.env['LOG_LEVEL'] ?? 'silent'),
  { url: ready, ...given }: GivenServices = {},
): Promise<TestServices> => {
  const url = ready ?? (await cloneDatabase(inject('databaseUrl')))
  const { databases, pool, ownerPool, queue, end } = openPools(url, log)
  const clock = standingClock(`${testDay}T15:00:00.000Z`)
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-files-'))
  const announcements = listenForChanges(pool, log)
  const { pauses, pause } = recordPauses()
  const services: Services = {
    ...databases,
    clock,
    pause,
    keys: testKeys,
    files: createFiles(createFolderStore(folder), testKeys),
    settings: readSettings({ DEMO: 'off', PORT: '3000', ...environment }),
    log,
    accesses: createAccessQueue(),
    visits: createVisitCounter(),
    onHistory: createAnnouncer(pool, log),
    announcements,
    onJob: () => undefined,
    traffic: createTraffic(),
    databaseTrouble: () => null,
    workers: createWorkerHealth(),
    ...given,
  }
  const app = await startApp(services)
  return {
    app,
    services,
    clock,
    owner: createDatabase(ownerPool),
    url,
    folder,
    pauses,
    runJobs: () => runDueJobs(services, queue, tasks),
    close: async () => {
      await app.close()
      await Promise.all([flush(services), announcements.stop()])
      await end()
      await discard(url, folder)
    },
  }
}
