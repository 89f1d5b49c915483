import { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, PostgresDriver, type Driver } from 'kysely'
import pg from 'pg'
import type { Logger } from '#server/platform/lib/log.ts'
import { type DatabaseHealth, DatabaseOfflineError } from './database-health.ts'
import { usualRoles } from './roles.ts'
import type { DB } from './schema.ts'

export type Database = Kysely<DB>

const { builtins } = pg.types

/** PostgreSQL’s type IDs of `bigint[]` and `integer[]`, which `builtins` lacks. */
const [bigints, integers] = [1016, 1007]

/** Parses values as the wire writes them: dates and money as text, instants in ISO 8601, IDs as numbers. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.NUMERIC]: (text) => text,
  [builtins.INT8]: Number,
  [bigints]: pg.types.getTypeParser(integers),
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
}

const typesOf = ({ isOfQueue }: Pick<PoolOptions, 'isOfQueue'>): pg.CustomTypesConfig => ({
  getTypeParser: ((oid: number, format?: 'text') =>
    (isOfQueue && oid === builtins.TIMESTAMPTZ ? undefined : parsers[oid]) ??
    pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
})

/** What every connection of a pool asks for. */
interface SessionOptions {
  readonly url: string
  /** Drops to the application’s role if the URL is the owner’s. */
  readonly asApp: boolean
  /** Statement timeout in milliseconds: 15 s by default, 0 for none (jobs). */
  readonly statementTimeout?: number
}

export interface PoolOptions extends SessionOptions {
  readonly max?: number
  readonly log: Logger
  /** Whether the queue’s library uses it: it compares instants as dates, and would take none of ours for earlier. */
  readonly isOfQueue?: true
  /** What the connections are called in `pg_stat_activity`. */
  readonly name?: string
  /** Drops the connections when the database stops responding. */
  readonly pulse?: DatabaseHealth
}

/**
 * Milliseconds a call waits for a connection while all are in use; then it gets 503. A busy database isn’t an
 * offline one: when the watch finds it offline, the wait ends at once.
 */
const longestWait = 10_000

/** Returns the settings of a session, by PostgreSQL’s names for them. */
const sessionSettings = ({ asApp, statementTimeout = 15_000 }: SessionOptions) => ({
  timezone: 'UTC',
  statement_timeout: String(statementTimeout),
  // milliseconds between checks whether this process still exists: after its end a statement holds no locks
  client_connection_check_interval: '1000',
  ...(asApp ? { role: usualRoles.app } : {}),
})

/** Returns the statements that give a session its settings. As options of a connection, a pooler would refuse or drop them. */
const settingStatements = (options: SessionOptions): string =>
  Object.entries(sessionSettings(options))
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')

/** Opens a pool. It logs lost connections, so a restart of the database doesn’t end the process. */
export const createPool = (options: PoolOptions): pg.Pool => {
  const settings = settingStatements(options)
  const pool = new WatchedPool(
    {
      connectionString: options.url,
      max: options.max ?? 10,
      verify: (client, done) => client.query(settings, (error) => done(error)),
      connectionTimeoutMillis: longestWait,
      // an idle connection that a firewall has forgotten fails after this and ten seconds, instead of never
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: typesOf(options),
      application_name: options.name ?? 'shipmate',
    },
    options.pulse,
  )
  const onLost = (error: Error): void => {
    // during shutdown the database may close a connection before we do; an outage drops all and has its own line
    if (!pool.ending && !options.pulse?.trouble())
      options.log.warn({ err: error }, 'Lost a database connection.')
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** Milliseconds a pool has to end; a frozen database never closes its connections. */
const closeMessage = 3000

/** Ends a pool and abandons connections to a database that doesn’t respond. */
export const closePool = async (pool: pg.Pool): Promise<void> => {
  await Promise.race([pool.end(), sleep(closeMessage, undefined, { ref: false })])
}

/**
 * Throws the error that failed the transaction, even if the rollback fails too. A lost connection rolls back
 * automatically.
 */
export class QuietRollbackDriver extends PostgresDriver {
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    try {
      await super.rollbackTransaction(connection)
    } catch {
      // the driver discards the connection
    }
  }
}

export class Dialect extends PostgresDialect {
  protected readonly pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.pool = pool
  }

  override createDriver(): Driver {
    return new QuietRollbackDriver({ pool: this.pool })
  }
}

export const createDatabase = (pool: pg.Pool): Database => new Kysely<DB>({ dialect: new Dialect(pool) })

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void

/**
 * A pool that drops its connections when the database stops responding and refuses new ones until it responds
 * again. Otherwise, a frozen database would block every call.
 */
class WatchedPool extends pg.Pool {
  readonly #pulse: DatabaseHealth | undefined
  /** Of every connection: in use, idle, or not accepted yet by a frozen database. */
  readonly #sockets: ReadonlySet<Socket>
  /** Refuses the calls that wait for a connection. */
  readonly #waiting = new Set<(error: Error) => void>()

  constructor(config: pg.PoolConfig, pulse: DatabaseHealth | undefined) {
    const sockets = new Set<Socket>()
    super({
      ...config,
      stream: () => {
        const socket = new Socket()
        sockets.add(socket)
        return socket.once('close', () => sockets.delete(socket))
      },
    })
    this.#sockets = sockets
    this.#pulse = pulse
    pulse?.onAway(() => this.#drop())
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!callback)
      return new Promise((resolve, reject) => {
        this.connect((error, client) => (client ? resolve(client) : reject(error)))
      })
    const refuse = (error: Error): void => callback(error, undefined, () => undefined)
    const trouble = this.#pulse?.trouble() ?? null
    if (trouble !== null) return process.nextTick(refuse, new DatabaseOfflineError(trouble))
    this.#waiting.add(refuse)
    super.connect((error, client, done) => {
      if (this.#waiting.delete(refuse)) callback(error, client, done)
      else client?.release(true)
    })
  }

  /** Ends every connection. Running queries and calls that wait for a connection fail at once. */
  #drop(): void {
    const error = new DatabaseOfflineError(this.#pulse?.trouble() ?? '')
    for (const refuse of this.#waiting) refuse(error)
    this.#waiting.clear()
    for (const socket of this.#sockets) socket.destroy()
  }
}
