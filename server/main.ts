import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { prepareAccounts } from './accounts.ts'
import { createApp } from './app.ts'
import type { House } from './context.ts'
import { createDatabase, createPool } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createAccessQueue } from './history/access-log.ts'
import { startSealer } from './history/sealer.ts'
import { tasks } from './jobs/registry.ts'
import { startWorker } from './jobs/worker.ts'
import { systemClock } from './lib/clock.ts'
import { readSettings, type Settings } from './lib/env.ts'
import { createFiles, storeOf } from './lib/files.ts'
import { createLog } from './lib/log.ts'
import { createAnnouncer } from './live/announce.ts'
import { listenForChanges } from './live/listen.ts'
import { keysOf, readSecrets } from './lib/secrets.ts'
import { bindSsns } from './students/bind-ssns.ts'
import { holdFolder, isTold, startOwnDatabase } from './start.ts'

/** What must be let go of at the end, the last taken first. */
type Release = () => Promise<void> | void

/** Milliseconds in which requests in progress may finish. */
const drainTime = 30_000

const openDatabase = async (settings: Settings, releases: Release[]): Promise<string> => {
  if (settings.databaseUrl !== null) return settings.databaseUrl
  releases.push(holdFolder(settings.dataDir))
  const database = await startOwnDatabase(settings, readSecrets(settings.dataDir))
  releases.push(database.stop)
  return database.url
}

const listen = async (app: FastifyInstance, settings: Settings): Promise<string> => {
  await app.listen({ port: settings.port, host: settings.host })
  const address = app.server.address() as AddressInfo
  return settings.publicUrlIsGiven ? settings.publicUrl : `http://${settings.host}:${address.port}`
}

const run = async (releases: Release[]): Promise<void> => {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  const url = await openDatabase(settings, releases)
  const { hasAppRole } = await migrate(url, log)
  const owner = createPool({ url, asApp: false, log, max: 6, statementTimeout: 0 })
  releases.push(() => owner.end())
  const pool = createPool({ url, asApp: hasAppRole, log, max: 20 })
  releases.push(() => pool.end())
  const db = createDatabase(pool)
  const sealer = startSealer(db, log)
  releases.push(sealer.stop)
  const announce = createAnnouncer(pool, log)
  const announcements = listenForChanges(pool, log)
  releases.push(announcements.stop)
  const keys = keysOf(settings, readSecrets(settings.dataDir))
  const house: House = {
    db,
    pool,
    clock: systemClock,
    keys,
    files: createFiles(storeOf(settings), keys),
    settings,
    log,
    accesses: createAccessQueue(),
    onHistory: (changeId) => {
      sealer.kick()
      announce(changeId)
    },
    announcements,
    onJob: () => undefined,
  }
  const flush = setInterval(() => void house.accesses.flush(), 500)
  releases.push(async () => {
    clearInterval(flush)
    await house.accesses.flush()
  })
  await bindSsns(createDatabase(owner), keys, log)
  const words = await prepareAccounts(house, createDatabase(owner))
  releases.push(startHousekeeping(house))
  const worker = await startWorker(house, owner, tasks)
  releases.push(worker.stop)
  const app = await createApp(house)
  releases.push(() => closeApp(app))
  process.stdout.write(`\nShipmate is at ${await listen(app, settings)}\n${words}\nStop it with Ctrl-C.\n`)
}

const closeApp = async (app: FastifyInstance): Promise<void> => {
  const timer = setTimeout(() => app.server.closeAllConnections(), drainTime)
  app.server.closeIdleConnections()
  await app.close()
  clearTimeout(timer)
}

const releaseAll = async (releases: Release[]): Promise<void> => {
  for (const release of releases.splice(0).reverse()) {
    try {
      await release()
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : 'Something could not be closed.'}\n`)
    }
  }
}

const releases: Release[] = []
let ending: Promise<void> | undefined
const end = (code: number): void => {
  ending ??= releaseAll(releases).then(() => process.exit(code))
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('SIGHUP', () => end(0))

try {
  await run(releases)
} catch (error) {
  const told = isTold(error)
    ? error.message
    : error instanceof Error
      ? (error.stack ?? error.message)
      : 'Unknown.'
  process.stderr.write(`Shipmate did not start.\n${told}\n`)
  end(1)
}
