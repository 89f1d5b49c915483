import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import { createApp } from '#server/app.ts'
import type { House } from '#server/context.ts'
import { createDatabase, createPool, type Database } from '#server/db/database.ts'
import { createAccessQueue } from '#server/history/access-log.ts'
import { tasks } from '#server/jobs/registry.ts'
import { workOff } from '#server/jobs/worker.ts'
import { standingClock } from '#server/lib/clock.ts'
import { readSettings, type Settings } from '#server/lib/env.ts'
import { createFiles } from '#server/lib/files.ts'
import { createFolderStore } from '#server/lib/files/folder-store.ts'
import { createLog, type Logger } from '#server/lib/log.ts'
import { createAnnouncer } from '#server/live/announce.ts'
import { listenForChanges } from '#server/live/listen.ts'
import { appUrl, queueUrl } from './test-logins.ts'

/** The day on which tests happen. */
export const testDay = '2026-11-20'

/** A whole server of a test's own: real application, real database, a clock that stands. */
export interface TestHouse {
  readonly app: FastifyInstance
  readonly house: House
  readonly clock: ReturnType<typeof standingClock>
  /** The database with its owner's rights: for looking behind, and for factories. */
  readonly owner: Database
  readonly url: string
  /** Where its files rest. */
  readonly folder: string
  /** Does all enqueued work. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

const named = (url: string, name: string): string => url.replace(/\/[^/]+$/, `/${name}`)

/** A database of a test's own, migrated. Answers its address. */
export const cloneDatabase = async (url: string): Promise<string> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: named(url, 'postgres') })
  await client.connect()
  await client.query(`create database ${name} template shipmate`)
  await client.end()
  return named(url, name)
}

const testKeys = {
  encryption: [{ id: 1, key: Buffer.alloc(32, 1) }],
  index: Buffer.alloc(32, 2),
  token: Buffer.alloc(32, 3),
}

/** Starts a server on a database of its own. Call once in a test file's `beforeAll`, and `close` in `afterAll`. */
export const startTestHouse = async (
  environment: Record<string, string> = {},
  log: Logger = createLog(process.env['LOG_LEVEL'] ?? 'silent'),
): Promise<TestHouse> => {
  const url = await cloneDatabase(inject('databaseUrl'))
  const pool = createPool({ url: appUrl(url), asApp: false, log, max: 6 })
  const ownerPool = createPool({ url, asApp: false, log, max: 4 })
  const queue = createPool({ url: queueUrl(url), asApp: false, log, max: 3 })
  const clock = standingClock(`${testDay}T15:00:00.000Z`)
  const settings: Settings = readSettings({ DEMO: 'off', PORT: '3000', ...environment })
  const folder = mkdtempSync(join(tmpdir(), 'shipmate-files-'))
  const announcements = listenForChanges(pool, log)
  const house: House = {
    db: createDatabase(pool),
    pool,
    clock,
    keys: testKeys,
    files: createFiles(createFolderStore(folder), testKeys),
    settings,
    log,
    accesses: createAccessQueue(),
    onHistory: createAnnouncer(pool, log),
    announcements,
    onJob: () => undefined,
    databaseTrouble: () => null,
  }
  const app = await createApp(house)
  await app.ready()
  return {
    app,
    house,
    clock,
    owner: createDatabase(ownerPool),
    url,
    folder,
    runJobs: () => workOff(house, queue, tasks),
    close: async () => {
      await app.close()
      await house.accesses.flush()
      await announcements.stop()
      await pool.end()
      await ownerPool.end()
      await queue.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
