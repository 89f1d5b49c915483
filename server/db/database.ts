import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Logger } from '../lib/log.ts'
import type { DB } from './schema.ts'

export type Database = Kysely<DB>

/** The rights the running application works with; made by the migrations where they may. */
export const appRole = 'shipmate_app'

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
  /** Works with the narrow rights of the application. */
  readonly asApp: boolean
  readonly log: Logger
  /** Milliseconds; 15 s unless said, 0 for no limit (jobs). */
  readonly statementTimeout?: number
}

/** A pool whose lost connections are logged, not fatal: a database restart does not end the process. */
export const createPool = (options: PoolOptions): pg.Pool => {
  const settings = [
    '-c timezone=UTC',
    `-c statement_timeout=${options.statementTimeout ?? 15_000}`,
    ...(options.asApp ? [`-c role=${appRole}`] : []),
  ]
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.max ?? 10,
    options: settings.join(' '),
    // a full house answers 503 rather than letting requests pile up
    connectionTimeoutMillis: 2000,
    types,
    application_name: 'shipmate',
  })
  const onLost = (error: Error): void => {
    // at the end the database may close a connection before we do
    if (!pool.ending) options.log.warn({ err: error }, 'A database connection was lost.')
  }
  pool.on('error', onLost)
  pool.on('connect', (client) => client.on('error', onLost))
  return pool
}

export const createDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
