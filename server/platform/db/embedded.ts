import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { killWithChildren, makeFolder, stopRunningServer, superuser } from './embedded-folder.ts'
import { EmbeddedDatabaseError, identity, programs, type EmbeddedVersion } from './embedded-programs.ts'

export { EmbeddedDatabaseError, canAccess } from './embedded-programs.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** The connection URL of the owner. */
  readonly url: string
  /** The reason the database isn’t running; null while it runs. */
  trouble(): string | null
  /** Stops it; one that doesn’t respond is killed. @throws EmbeddedDatabaseError with a sentence, after killing it */
  stop(): Promise<void>
}

interface EmbeddedOptions {
  /** The folder of the cluster. */
  readonly folder: string
  /** The password of the superuser. */
  readonly password: string
  /** Whether writes are flushed to disk. Off only for temporary databases. */
  readonly durable?: boolean
  /** The version of a new cluster: 18 by default. */
  readonly version?: EmbeddedVersion
  /** Called with a sentence when the database stopped and can’t be restarted. */
  readonly onGone?: (sentence: string) => void
}

const databaseName = 'shipmate'

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

const settingsOf = (port: number, durable: boolean): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    // rows that a job has just changed make the list’s count slow until they’re vacuumed
    autovacuum_naptime: '3s',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // statements can contain personal data, so the server's log has only the error message
    log_min_error_statement: 'panic',
    log_min_messages: 'warning',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** A server process of the database that accepts connections. */
interface Server {
  readonly child: ChildProcess
  /** Resolves with the server’s last log lines when it has ended. */
  readonly ended: Promise<string>
}

const startServer = async (bin: string, folder: string, settings: readonly string[]): Promise<Server> => {
  await stopRunningServer(folder)
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', folder, ...settings],
    // Ctrl-C in the terminal must reach only the application, which then stops the database
    { ...identity(), stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', detached: true },
  )
  let said = ''
  const ended = new Promise<string>((done) => {
    child.once('error', ({ message }) => done(message))
    child.once('exit', () => done(said.trim()))
  })
  const ready = new Promise<true>((done) => {
    child.stderr?.on('data', (text: Buffer) => {
      said = (said + text.toString()).slice(-4000)
      // a standby says read-only connections
      if (/ready to accept (read-only )?connections/.test(said)) done(true)
    })
  })
  const first = await Promise.race([ready, ended])
  if (first !== true) throw new EmbeddedDatabaseError(`The embedded database didn’t start:\n${first}`)
  return { child, ended }
}

/** The number of restart attempts. */
const maxAttempts = 5
/** Milliseconds before the first attempt; each pause is twice as long as the one before. */
const firstPause = 250
/** Milliseconds of all pauses together. */
export const longestRestart = firstPause * (2 ** maxAttempts - 1)
/** Milliseconds of running after which the attempts count from zero again. */
const stableAfter = 5000

/** Milliseconds a server has to stop before it’s asked whether it still responds, and to answer that. */
const answerTime = 2000
/** Milliseconds a responding server has to stop, for example to write what is only in memory. */
const stopTime = 30_000

const endsWithin = async (work: Promise<unknown>, milliseconds: number): Promise<boolean> => {
  const given = new AbortController()
  const tooLong = sleep(milliseconds, false, { signal: given.signal }).catch(() => false)
  return Promise.race([work.then(() => true), tooLong]).finally(() => given.abort())
}

/** Returns whether a server answers a connection, if only with a refusal. A frozen one accepts it and is silent. */
const responds = async (url: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const answer = client.connect().catch(() => undefined)
  const isAnswered = await endsWithin(answer, answerTime)
  void client.end().catch(() => undefined)
  return isAnswered
}

/** Stops a server; kills one that doesn’t respond, with its children. The next start recovers the database. */
const stopServer = async ({ child, ended }: Server, url: string): Promise<void> => {
  child.kill('SIGINT')
  if (await endsWithin(ended, answerTime)) return
  if ((await responds(url)) && (await endsWithin(ended, stopTime))) return
  if (child.pid !== undefined) killWithChildren(child.pid)
  await ended
  throw new EmbeddedDatabaseError(
    'The embedded database didn’t respond and was ended. The next start recovers it.',
  )
}

/** Keeps a server running: restarts it when it ends and gives up after several attempts. */
const restartOnExit = (
  first: Server,
  start: () => Promise<Server>,
  { url, onGone }: { readonly url: string; readonly onGone: (sentence: string) => void },
) => {
  let server: Server | null = first
  let trouble: string | null = null
  const stopping = new AbortController()
  let failures = 0

  const restart = async (why: string): Promise<Server | null> => {
    for (let reason = why; !stopping.signal.aborted;) {
      trouble = 'The embedded database stopped. Restarting it.'
      if (failures === maxAttempts) {
        onGone(`The embedded database stopped, and ${maxAttempts} attempts to restart it failed: ${reason}`)
        return null
      }
      await sleep(firstPause * 2 ** failures)
      failures += 1
      try {
        return await start()
      } catch (error) {
        reason = error instanceof Error ? error.message : 'Unknown error.'
      }
    }
    return null
  }
  const watch = async (): Promise<void> => {
    while (server) {
      const startedAt = performance.now()
      const said: string = await server.ended
      server = null
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > stableAfter) failures = 0
      server = await restart(said)
      if (server) trouble = null
      if (stopping.signal.aborted) server?.child.kill('SIGINT')
    }
  }
  const watching = watch()
  return {
    trouble: () => trouble,
    stop: async (): Promise<void> => {
      stopping.abort()
      if (server) await stopServer(server, url)
      await watching
    },
  }
}

/** Starts the database in its folder, creates it on the first start, and restarts it until it’s stopped. */
export const startEmbeddedDatabase = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const folder = resolve(options.folder)
  mkdirSync(dirname(folder), { recursive: true, mode: 0o711 })
  const { password, version = 18 } = options
  const bin = programs(folder, version)
  makeFolder(bin, folder, { password, version })
  chmodSync(folder, 0o700)
  const port = await freePort()
  const start = () => startServer(bin, folder, settingsOf(port, options.durable ?? true))
  const url = (name: string): string =>
    `postgres://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`
  const { trouble, stop } = restartOnExit(await start(), start, {
    url: url('postgres'),
    onGone: options.onGone ?? (() => undefined),
  })
  await ensureDatabase(url('postgres'))
  return { url: url(databaseName), trouble, stop }
}

const ensureDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  await client.end()
}
