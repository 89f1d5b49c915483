import { randomInt } from 'node:crypto'
import pg from 'pg'
import { SettingsError } from '#server/platform/lib/settings-error.ts'

interface Login {
  /** The setting that has the URL, for the message. */
  readonly setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL'
  readonly url: string
}

/**
 * Checks that each connection of a login has a separate session. Behind a pooler in transaction mode, locks, LISTEN, time
 * limits and the role would be another connection’s.
 * @throws SettingsError
 */
export const assertOwnSession = async ({ setting, url }: Login): Promise<void> => {
  const [one, other] = [open(url), open(url)]
  try {
    await one.connect()
    await other.connect()
    if (await haveOwnSessions(one, other)) return
    throw new SettingsError([
      `${setting} leads to a connection pooler that shares sessions between connections. Shipmate needs a session for each connection, for its locks, live updates and time limits. Set the pooler to session mode, or set ${setting} to the address of PostgreSQL itself.`,
    ])
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

const open = (url: string): pg.Client => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'shipmate start',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  return client
}

/** Returns whether a connection stays in its session, with its lock, while another has a transaction. */
const haveOwnSessions = async (one: pg.Client, other: pg.Client): Promise<boolean> => {
  const key = randomInt(2 ** 47)
  const ask = async (client: pg.Client, lock: string): Promise<{ pid: number; has: boolean }> => {
    const { rows } = await client.query<{ pid: number; has: boolean }>(
      `select pg_backend_pid() as pid, ${lock}(${key}) as has`,
    )
    return rows[0] ?? { pid: 0, has: false }
  }
  const first = await ask(one, 'pg_try_advisory_lock')
  // a pooler that takes turns uses the next session for this, and might come back to the first one below
  const again = await ask(one, 'pg_try_advisory_lock')
  if (again.pid !== first.pid) return false
  // PgBouncer in statement mode refuses transactions
  if (!(await other.query('begin').catch(() => null))) return false
  const stranger = await ask(other, 'pg_try_advisory_lock')
  // asked before the first session’s next statement, which a pooler with one connection would never answer
  if (stranger.has || stranger.pid === first.pid) return false
  const last = await ask(one, 'pg_advisory_unlock')
  await other.query('rollback')
  return first.has && last.has && last.pid === first.pid
}
