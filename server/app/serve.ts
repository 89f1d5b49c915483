import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { prepareAccounts, thingsToTry } from './accounts.ts'
import { createApp, createWorkerApp } from './app.ts'
import { nightlyBackups } from './backup.ts'
import type { Services } from '#server/platform/context.ts'
import { closePool, createDatabase, createPool, type PoolOptions } from '#server/platform/db/database.ts'
import { createIntake, createPreparingDatabase } from '#server/platform/db/prepared.ts'
import { createReplica } from '#server/platform/db/replica.ts'
import { checkKeys, nameWithKey } from '#server/platform/db/key-fingerprints.ts'
import { watchDatabase } from '#server/platform/db/database-health.ts'
import { startDelivery } from '#server/mail/email-delivery/index.ts'
import { issueEmailToken } from '#server/review/form-submissions/index.ts'
import { schedules } from './housekeeping.ts'
import { createAccessQueue } from '#server/platform/history/access-log.ts'
import { startAnchoring } from '#server/platform/history/anchors.ts'
import { startSealer } from '#server/platform/history/sealer.ts'
import { prepareDrain } from '#server/platform/http/drain.ts'
import { isTemporary } from '#server/platform/http/problems.ts'
import { tasks } from './tasks.ts'
import { startWorker } from '#server/platform/jobs/worker.ts'
import { createWorkerHealth } from '#server/platform/jobs/worker-health.ts'
import type { Keys } from '#server/platform/lib/crypt.ts'
import { createDemoDate, systemClock } from '#server/platform/lib/clock.ts'
import { readSettings, settingNames, type Settings } from '#server/platform/lib/env.ts'
import { ownAddress } from '#server/platform/lib/own-address.ts'
import { createFiles, storeOf } from '#server/platform/lib/files.ts'
import { createLog, type Logger } from '#server/platform/lib/log.ts'
import { createAnnouncer } from '#server/platform/live/announce.ts'
import { listenForChanges } from '#server/platform/live/listen.ts'
import { previousTokenKeys, keysOf, readSecrets } from '#server/platform/lib/secrets.ts'
import { misspelledIn } from '#server/platform/lib/misspelled.ts'
import { createTraffic } from '#server/platform/lib/traffic.ts'
import { createVisitCounter } from '#server/setup/site-visits/index.ts'
import { startWebhooks } from '#server/outputs/webhooks/index.ts'
import { openDatabase, type Release } from './open-database.ts'
import { assertPortIsFree, assertTemporaryFolder, listenOn } from './start.ts'
import { sentenceOf } from './start-failures.ts'

const addressOf = (app: FastifyInstance, settings: Settings): string => {
  const address = app.server.address() as AddressInfo
  return settings.publicUrlIsGiven ? settings.publicUrl : ownAddress(settings.host, address.port)
}

/** Runs the start steps that need the owner’s permissions, and closes the owner’s connection. */
const prepare = async (
  ownerUrl: string,
  services: Services,
  formerTokens: readonly Buffer[],
): Promise<string> => {
  const pool = createPool({ url: ownerUrl, asApp: false, log: services.log, max: 3, statementTimeout: 0 })
  try {
    const owner = createDatabase(pool)
    await checkKeys(owner, services.keys, formerTokens)
    return await prepareAccounts(services, owner)
  } finally {
    await pool.end()
  }
}

/** Whether the day can be set: in a demo, and while Shipmate is developed. */
const hasDemoDate = ({ demo }: Settings): boolean => demo || process.env['NODE_ENV'] === 'development'

/** Saves the access log every half second and visits every 3 seconds. Returns a function that stops it and saves the rest. */
const startFlushing = (services: Services): Release => {
  const { accesses, visits } = services
  const timers = [
    setInterval(() => void accesses.flush(), 500),
    setInterval(() => void visits.flush(services), 3000),
  ]
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all([accesses.flush(true), visits.flush(services)])
  }
}

/** Starts the background work of a process. Returns the function that stops it. */
const startBackgroundWork = (services: Services, queue: pg.Pool, ownerUrl: string): Release => {
  const all = [...schedules, ...nightlyBackups(services.settings, ownerUrl)]
  const stops: Release[] = [
    startAnchoring(services),
    startDelivery(services, (form) => issueEmailToken(services, form)),
    startWebhooks(services),
    startWorker(services, queue, tasks, all).stop,
  ]
  return async () => {
    // each may wait for a database that doesn't respond: together, not one after another
    const ends = await Promise.allSettled(stops.map(async (stop) => stop()))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
}

/** Returns the settings of this process, and names misspelled ones. @throws SettingsError */
const readOwnSettings = (): Settings => {
  for (const [name, meant] of misspelledIn(Object.keys(process.env), settingNames))
    process.stderr.write(`${name} isn’t a setting. Did you mean ${meant}?\n`)
  const settings = readSettings(process.env)
  assertTemporaryFolder()
  return settings
}

/** How the queue’s workers use the database; their jobs take as long as they need. */
const ofQueue = { asApp: false, isOfQueue: true, max: 12, statementTimeout: 0 } as const

/** What the pool of the calls is called and may hold. */
const poolOf = ({ databaseConnections: max }: Settings, keys: Keys) => ({ max, name: nameWithKey(keys) })

/** What this process reads and writes with. */
const openDatabases = (
  { databaseReplicaUrl }: Settings,
  {
    pool,
    keys,
    ...login
  }: Omit<PoolOptions, 'max' | 'name'> & { readonly pool: pg.Pool; readonly keys: Keys },
  releases: Release[],
): Pick<Services, 'db' | 'preparingDb' | 'intake' | 'replica' | 'pool'> => {
  const intake = createIntake({ ...login, name: nameWithKey(keys) })
  releases.push(() => closePool(intake.pool))
  const databases = { db: createDatabase(pool), preparingDb: createPreparingDatabase(pool), intake, pool }
  if (databaseReplicaUrl === null) return { ...databases, replica: null }
  // as many long reads at once as the queue has workers
  const { asApp, log } = login
  const ofCopy = { max: 12, statementTimeout: 0, name: 'shipmate replica' }
  const copy = createPool({ url: databaseReplicaUrl, asApp, log, ...ofCopy })
  releases.push(() => closePool(copy))
  return { ...databases, replica: createReplica({ primary: pool, copy, log }) }
}

const run = async (releases: Release[]): Promise<void> => {
  const settings = readOwnSettings()
  const log = createLog(settings.logLevel)
  catchOutages(log)
  await assertPortIsFree(settings)
  const database = await openDatabase(settings, log, releases, endWith)
  const { app: login, queue: queueUrl } = database.logins
  const pulse = watchDatabase(login.url, log)
  releases.push(pulse.stop)
  const queue = createPool({ ...ofQueue, url: queueUrl, log, pulse })
  const secrets = readSecrets(settings.dataDir)
  const keys = keysOf(settings, secrets)
  const pool = createPool({ ...login, ...poolOf(settings, keys), log, pulse })
  releases.push(...[queue, pool].map((one) => () => closePool(one)))
  const databases = openDatabases(settings, { ...login, keys, pool, log, pulse }, releases)
  const { db } = databases
  const sealer = startSealer(db, log)
  const announce = createAnnouncer(pool, log)
  const announcements = listenForChanges(pool, log)
  releases.push(sealer.stop, announcements.stop)
  const services: Services = {
    ...databases,
    clock: hasDemoDate(settings) ? { ...systemClock, demoDate: createDemoDate() } : systemClock,
    pause: sleep,
    keys,
    files: createFiles(storeOf(settings), keys),
    settings,
    log,
    accesses: createAccessQueue(),
    visits: createVisitCounter(),
    onHistory: (...change) => {
      sealer.kick()
      announce(...change)
    },
    announcements,
    onJob: () => undefined,
    traffic: createTraffic(),
    databaseTrouble: () => database.trouble() ?? pulse.trouble(),
    workers: createWorkerHealth(),
  }
  releases.push(startFlushing(services))
  const words = await prepare(database.ownerUrl, services, previousTokenKeys(settings, secrets))
  if (settings.role !== 'web') releases.push(startBackgroundWork(services, queue, database.ownerUrl))
  const app = settings.role === 'worker' ? await createWorkerApp(services) : await createApp(services)
  releases.push(prepareDrain(app))
  await listenOn(settings, () => app.listen({ port: settings.port, host: settings.host }))
  const address = addressOf(app, settings)
  const tips = settings.demo ? await thingsToTry(db, address) : ''
  process.stdout.write(`\nShipmate is running at ${address}\n${words}\n${tips}Press Ctrl-C to stop it.\n`)
}

/**
 * Handles uncaught errors: a database outage doesn’t end the process, and nothing interrupts its shutdown, where the
 * queue’s library can release a connection twice; any other error ends it.
 */
const catchOutages = (log: Logger): void => {
  process.on('unhandledRejection', (error) => {
    if (ending !== undefined) return log.error({ err: error }, 'Something didn’t shut down cleanly.')
    if (!isTemporary(error)) throw error
    log.error({ err: error }, 'Work was interrupted because the database wasn’t available.')
  })
}

const releaseAll = async (releases: Release[]): Promise<void> => {
  for (const release of releases.splice(0).reverse()) {
    try {
      await release()
    } catch (error) {
      process.stderr.write(
        `${error instanceof Error ? error.message : 'Something didn’t shut down cleanly.'}\n`,
      )
    }
  }
}

const releases: Release[] = []
let ending: Promise<void> | undefined
const end = (code: number): void => {
  ending ??= releaseAll(releases).then(() => process.exit(code))
}
/** Milliseconds a server without a database has to shut down the rest. */
const shutdownTime = 10_000

/** Ends the process because it can’t continue. */
const endWith = (sentence: string): void => {
  process.stderr.write(`Shipmate stopped.\n${sentence}\n`)
  setTimeout(() => process.exit(1), shutdownTime).unref()
  end(1)
}
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('SIGHUP', () => end(0))

try {
  await run(releases)
} catch (error) {
  const stack = error instanceof Error ? (error.stack ?? error.message) : 'Unknown error.'
  process.stderr.write(`Shipmate didn’t start.\n${sentenceOf(error) ?? stack}\n`)
  end(1)
}
