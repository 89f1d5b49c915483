import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { prepareAccounts } from './accounts.ts'
import { createApp } from './app.ts'
import type { House } from './context.ts'
import { closePool, createDatabase, createPool } from './db/database.ts'
import { checkKeys } from './db/key-fingerprints.ts'
import { watchDatabase } from './db/pulse.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createAccessQueue } from './history/access-log.ts'
import { startAnchoring } from './history/anchors.ts'
import { startSealer } from './history/sealer.ts'
import { prepareDrain } from './http/drain.ts'
import { mayGoBetter } from './http/problems.ts'
import { tasks } from './jobs/registry.ts'
import { startWorker } from './jobs/worker.ts'
import { systemClock } from './lib/clock.ts'
import { readSettings, type Settings } from './lib/env.ts'
import { createFiles, storeOf } from './lib/files.ts'
import { createLog, type Logger } from './lib/log.ts'
import { createAnnouncer } from './live/announce.ts'
import { listenForChanges } from './live/listen.ts'
import { formerTokenKeys, keysOf, readSecrets } from './lib/secrets.ts'
import { bindSsns } from './students/bind-ssns.ts'
import { openDatabase, type Release } from './open-database.ts'
import { assertPortIsFree, listening } from './start.ts'
import { sentenceOf } from './start-failures.ts'

const addressOf = (app: FastifyInstance, settings: Settings): string => {
  const address = app.server.address() as AddressInfo
  return settings.publicUrlIsGiven ? settings.publicUrl : `http://${settings.host}:${address.port}`
}

/** Does what the start alone may do, with the owner's rights, and closes the owner's connection. */
const prepare = async (ownerUrl: string, house: House, formerTokens: readonly Buffer[]): Promise<string> => {
  const pool = createPool({ url: ownerUrl, asApp: false, log: house.log, max: 3, statementTimeout: 0 })
  try {
    const owner = createDatabase(pool)
    await checkKeys(owner, house.keys, formerTokens)
    await bindSsns(owner, house.keys, house.log)
    return await prepareAccounts(house, owner)
  } finally {
    await pool.end()
  }
}

/** Writes views and refusals to the access log twice a second. */
const startFlushing = ({ accesses }: House): Release => {
  const timer = setInterval(() => void accesses.flush(), 500)
  return async () => {
    clearInterval(timer)
    await accesses.flush()
  }
}

const run = async (releases: Release[]): Promise<void> => {
  const settings = readSettings(process.env)
  const log = createLog(settings.logLevel)
  catchOutages(log)
  await assertPortIsFree(settings)
  const database = await openDatabase(settings, log, releases, endWith)
  const { app: login, queue: queueUrl } = database.logins
  const pulse = watchDatabase(login.url, log)
  releases.push(pulse.stop)
  const queue = createPool({ url: queueUrl, asApp: false, log, max: 6, statementTimeout: 0, pulse })
  releases.push(() => closePool(queue))
  const pool = createPool({ ...login, log, max: 20, pulse })
  releases.push(() => closePool(pool))
  const db = createDatabase(pool)
  const sealer = startSealer(db, log)
  releases.push(sealer.stop)
  const announce = createAnnouncer(pool, log)
  const announcements = listenForChanges(pool, log)
  releases.push(announcements.stop)
  const secrets = readSecrets(settings.dataDir)
  const keys = keysOf(settings, secrets)
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
    databaseTrouble: () => database.trouble() ?? pulse.trouble(),
  }
  releases.push(startFlushing(house))
  const words = await prepare(database.ownerUrl, house, formerTokenKeys(settings, secrets))
  releases.push(startHousekeeping(house))
  releases.push(startAnchoring(house))
  releases.push(startWorker(house, queue, tasks).stop)
  const app = await createApp(house)
  releases.push(prepareDrain(app))
  await listening(settings, () => app.listen({ port: settings.port, host: settings.host }))
  process.stdout.write(`\nShipmate is at ${addressOf(app, settings)}\n${words}\nStop it with Ctrl-C.\n`)
}

/** An outage of the database ends no process, wherever its error surfaces; any other error does. */
const catchOutages = (log: Logger): void => {
  process.on('unhandledRejection', (error) => {
    if (!mayGoBetter(error)) throw error
    log.error({ err: error }, 'Work was cut off because the database was away.')
  })
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
/** Milliseconds in which a server without a database may put the rest in order. */
const lastWords = 10_000

/** Ends the process because it can't go on. */
const endWith = (sentence: string): void => {
  process.stderr.write(`Shipmate has ended.\n${sentence}\n`)
  setTimeout(() => process.exit(1), lastWords).unref()
  end(1)
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('SIGHUP', () => end(0))

try {
  await run(releases)
} catch (error) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : 'Unknown.'
  process.stderr.write(`Shipmate did not start.\n${sentenceOf(error) ?? stack}\n`)
  end(1)
}
