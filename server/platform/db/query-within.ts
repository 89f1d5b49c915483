import type pg from 'pg'
import { within } from '#server/platform/lib/within.ts'
import { DatabaseOfflineError } from './database-health.ts'

/** Milliseconds a short query may take before its connection counts as lost. */
const limit = 10_000

/**
 * Runs a short query on a connection of its own and returns its rows. A connection that a firewall has forgotten never
 * responds, so the wait has a limit and the connection is dropped.
 * @throws DatabaseOfflineError after 10 s; database errors
 */
export const queryWithin = async <R extends pg.QueryResultRow>(
  pool: pg.Pool,
  text: string,
  values: unknown[] = [],
): Promise<R[]> => {
  const client = await pool.connect()
  try {
    const { rows } = await askWithin<R>(client, text, values)
    client.release()
    return rows
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Runs a short query on a given connection. @throws DatabaseOfflineError after 10 s; database errors */
export const askWithin = <R extends pg.QueryResultRow>(
  client: pg.PoolClient,
  text: string,
  values: unknown[] = [],
  milliseconds: number = limit,
): Promise<pg.QueryResult<R>> =>
  within(
    client.query<R>(text, values),
    milliseconds,
    () => new DatabaseOfflineError('The connection doesn’t respond.'),
  )
