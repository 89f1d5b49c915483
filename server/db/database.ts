import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, PostgresDriver, type Driver } from 'kysely'
import pg from 'pg'
import type { Logger } from '../lib/log.ts'
import type { Pulse } from './pulse.ts'
import { appRole } from './roles.ts'
import type { DB } from './schema.ts'
import { WatchedPool } from './watched-pool.ts'

export type Database = Kysely<DB>

const { builtins } = pg.types

/** Values as the wire spells them: days and money as text, instants in ISO 8601, ids as numbers. */
const parsers: Record<number, (text: string) => unknown> = {
  [builtins.DATE]: (text) => text,
  [builtins.NUMERIC]: (text) => text,
  [builtins.INT8]: Number,
  [builtins.TIMESTAMPTZ]: (text) => new Date(text).toISOString(),
}

const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    parsers[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

export interface PoolOptions {
  readonly url: string
  readonly max?: number
  /** Takes the rights of the application where the URL is the owner's. */
  readonly asApp: boolean
  readonly log: Logger
  /** Milliseconds; 15 s unless given, 0 for no limit (jobs). */
  readonly statementTimeout?: number
  /** Drops the connections when the database stops answering. */
  readonly pulse?: Pulse
}

/** Opens a pool that logs lost connections: a restart of the database does not end the process. */
export const createPool = (options: PoolOptions): pg.Pool => {
  const settings = [
    '-c timezone=UTC',
    `-c statement_timeout=${options.statementTimeout ?? 15_000}`,
    ...(options.asApp ? [`-c role=${appRole}`] : []),
  ]
  const pool = new WatchedPool(
    {
      connectionString: options.url,
      max: options.max ?? 10,
      options: settings.join(' '),
      // when all connections are busy, a request is answered 503 instead of waiting longer
      connectionTimeoutMillis: 2000,
      types,
      application_name: 'shipmate',
    },
    options.pulse,
  )
  const onLost = (error: Error): void => {
    // at the end the database may close a connection before we do
    if (!pool.ending) options.log.warn({ err: error }, 'A database connection was lost.')
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

/** Milliseconds that a pool may take to end: a frozen database never says goodbye. */
const farewell = 3000

/** Ends a pool, and leaves connections to a silent database behind. */
export const closePool = async (pool: pg.Pool): Promise<void> => {
  await Promise.race([pool.end(), sleep(farewell, undefined, { ref: false })])
}

/** Throws what made a transaction fail, even if the rollback fails too: a lost connection rolls back by itself. */
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
