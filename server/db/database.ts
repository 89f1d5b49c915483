import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, PostgresDriver, type Driver } from 'kysely'
import pg from 'pg'
import type { Logger } from '../lib/log.ts'
import { type DatabaseHealth, DatabaseOfflineError } from './database-health.ts'
import { appRole } from './roles.ts'
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

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

interface PoolOptions {
  readonly url: string
  readonly max?: number
  /** Drops to the application’s role if the URL is the owner’s. */
  readonly asApp: boolean
  readonly log: Logger
  /** Statement timeout in milliseconds: 15 s by default, 0 for none (jobs). */
  readonly statementTimeout?: number
  /** Drops the connections when the database stops responding. */
  readonly pulse?: DatabaseHealth
}

/**
 * Milliseconds a call waits for a connection while all are in use; then it gets 503. A busy database isn’t an
 * offline one: when the watch finds it offline, the wait ends at once.
 */
const longestWait = 10_000

/** Opens a pool. It logs lost connections, so a restart of the database doesn’t end the process. */
export const createPool = (options: PoolOptions): pg.Pool => {
  const settings = [
    '-c timezone=UTC',
    `-c statement_timeout=${options.statementTimeout ?? 15_000}`,
    // milliseconds between checks whether this process still exists: after its end a statement holds no locks
    '-c client_connection_check_interval=1000',
    ...(options.asApp ? [`-c role=${appRole}`] : []),
  ]
  const pool = new WatchedPool(
    {
      connectionString: options.url,
      max: options.max ?? 10,
      options: settings.join(' '),
      connectionTimeoutMillis: longestWait,
      // an idle connection that a firewall has forgotten fails after this and ten seconds, instead of never
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types,
      application_name: 'shipmate',
    },
    options.pulse,
  )
  const onLost = (error: Error): void => {
    // during shutdown the database may close a connection before we do
    if (!pool.ending) options.log.warn({ err: error }, 'Lost a database connection.')
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
class QuietRollbackDriver extends PostgresDriver {
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

class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver(): Driver {
    return new QuietRollbackDriver({ pool: this.#pool })
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
  readonly #inUse = new Set<pg.PoolClient>()
  /** Refuses the calls that wait for a connection. */
  readonly #waiting = new Set<(error: Error) => void>()

  constructor(config: pg.PoolConfig, pulse: DatabaseHealth | undefined) {
    super(config)
    this.#pulse = pulse
    this.on('acquire', (client) => this.#inUse.add(client))
    this.on('release', (_error, client) => this.#inUse.delete(client))
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
    for (const client of this.#inUse) if (client instanceof pg.Client) void client.end()
    // checking out an idle connection never waits; it's ended instead of being used again
    for (let idle = this.idleCount; idle > 0; idle -= 1)
      super.connect().then(
        (client) => client.release(true),
        () => undefined,
      )
  }
}
