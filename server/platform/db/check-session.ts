import { randomInt } from 'node:crypto'
import pg from 'pg'
import { SettingsError } from '#server/platform/lib/settings-error.ts'
import { sessionSettings, startOptions } from './database.ts'

interface Login {
  /** The setting that has the URL, for the message. */
  readonly setting: 'DATABASE_URL' | 'DATABASE_OWNER_URL'
  readonly url: string
  readonly asApp: boolean
}

/**
 * Checks that each connection of a login has a session of its own and the settings that it asked for. Behind a pooler in
 * transaction mode, locks, LISTEN, time limits and the role would be another connection’s.
 * @throws SettingsError
 */
export const assertOwnSession = async (login: Login): Promise<void> => {
  const [one, other] = [open(login), open(login)]
  try {
    await one.connect()
    await other.connect()
    if (!(await hasItsSettings(one, login))) throw refusalOf(login, 'drops the settings of a connection')
    if (!(await haveTheirLocks(one, other))) throw refusalOf(login, 'shares sessions between connections')
  } catch (error) {
    // PgBouncer’s answer to the options of a connection
    if (error instanceof Error && error.message.startsWith('unsupported startup parameter'))
      throw refusalOf(login, 'refuses the settings of a connection')
    throw error
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

const open = (login: Login): pg.Client => {
  const client = new pg.Client({
    connectionString: login.url,
    options: startOptions(login),
    application_name: 'shipmate start',
    connectionTimeoutMillis: 10_000,
    query_timeout: 10_000,
  })
  client.on('error', () => undefined)
  return client
}

const refusalOf = ({ setting }: Login, what: string): SettingsError =>
  new SettingsError([
    `${setting} leads to a connection pooler that ${what}. Shipmate needs a session for each connection, for its locks, live updates and time limits. Set ${setting} to the address of PostgreSQL itself.`,
  ])

const hasItsSettings = async (client: pg.Client, login: Login): Promise<boolean> => {
  const wanted = Object.entries(sessionSettings({ ...login }))
  // in one query, as another session could answer the next; `pg_settings` has times in milliseconds
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select lower(name) as name, setting from pg_settings where lower(name) = any($1)
     union all select 'role', current_user`,
    [wanted.map(([name]) => name)],
  )
  return wanted.every(([name, value]) => rows.some((row) => row.name === name && row.setting === value))
}

/** Returns whether a lock of one session stays its own while the other has a transaction. */
const haveTheirLocks = async (one: pg.Client, other: pg.Client): Promise<boolean> => {
  const key = randomInt(2 ** 47)
  const ask = async (client: pg.Client, lock: string): Promise<{ pid: number; has: boolean }> => {
    const { rows } = await client.query<{ pid: number; has: boolean }>(
      `select pg_backend_pid() as pid, ${lock}(${key}) as has`,
    )
    return rows[0] ?? { pid: 0, has: false }
  }
  const first = await ask(one, 'pg_try_advisory_lock')
  await other.query('begin')
  const stranger = await ask(other, 'pg_try_advisory_lock')
  // asked before the first session’s next statement, which a pooler with one connection would never answer
  if (stranger.has || stranger.pid === first.pid) return false
  const second = await ask(one, 'pg_advisory_unlock')
  await other.query('rollback')
  return first.has && second.has && second.pid === first.pid
}
