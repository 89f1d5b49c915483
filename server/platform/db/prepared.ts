import {
  CompiledQuery,
  Kysely,
  PostgresQueryCompiler,
  type Driver,
  type QueryCompiler,
  type QueryId,
  type RootOperationNode,
} from 'kysely'
import type pg from 'pg'
import { createPool, Dialect, QuietRollbackDriver, type Database, type PoolOptions } from './database.ts'
import type { DB } from './schema.ts'

/** The names of prepared statements by their text. */
const names = new Map<string, string>()

/** The most prepared statements; each connection keeps the plan of every one it has run. */
const mostNames = 250

/** Texts whose result has the columns of the day: one that a newer process adds would break the statement in this one. */
const everyColumn = /\.\*|(?:select|returning) \*/

const nameOf = (text: string): string | null => {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostNames || everyColumn.test(text)) return known ?? null
  const name = `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

class PreparingCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const query = super.compileQuery(node, queryId)
    const name = nameOf(query.sql)
    // the driver hands `sql` to pg as it is, and pg takes a named text in its place
    return name === null ? query : { ...query, sql: { name, text: query.sql } as unknown as string }
  }
}

class PreparingDriver extends QuietRollbackDriver {
  override async beginTransaction(
    connection: Parameters<QuietRollbackDriver['beginTransaction']>[0],
  ): Promise<void> {
    // left to choose, PostgreSQL plans most statements again, because it knows more with their values; for one record no more is needed
    await connection.executeQuery(CompiledQuery.raw('begin; set local plan_cache_mode = force_generic_plan'))
  }
}

class PreparingDialect extends Dialect {
  override createDriver(): Driver {
    return new PreparingDriver({ pool: this.pool })
  }

  override createQueryCompiler(): QueryCompiler {
    return new PreparingCompiler()
  }
}

/**
 * Returns the database for transactions of which there are many: each connection parses and plans their statements only
 * once, which takes most of the time of short ones. For one record or a few; plans for many need their values.
 */
export const createPreparingDatabase = (pool: pg.Pool): Database =>
  new Kysely<DB>({ dialect: new PreparingDialect(pool) })

/** The database for what students send, and its pool. */
export interface Intake {
  readonly db: Database
  readonly pool: pg.Pool
}

/** Forms that a process saves at once. Three keep it busy; more only wait for each other, and staff for all of them. */
const formsAtOnce = 3

/** Opens connections for what students send, so that the calls of staff don’t wait for theirs on the day of a deadline. */
export const createIntake = (options: Omit<PoolOptions, 'max'>): Intake => {
  const pool = createPool({ ...options, max: formsAtOnce })
  return { db: createPreparingDatabase(pool), pool }
}
