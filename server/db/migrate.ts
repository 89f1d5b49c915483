import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '../lib/log.ts'
import { appRole, handOverQueue, prepareRoles, type RolePasswords, type Roles } from './roles.ts'

const folder = join(import.meta.dirname, 'migrations')

/** The migrations, oldest first: forward only, never edited once landed. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** What a migration run did, and which roles it could prepare. */
export interface MigrationResult {
  readonly applied: readonly string[]
  readonly roles: Roles
}

/** The database was made by a newer version of the product. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/**
 * Brings a database up to date as its owner: the roles, the queue's tables, then ours, each migration in a transaction.
 * One process at a time; others wait. @throws NewerSchemaError
 */
export const migrate = async (
  url: string,
  log: Logger,
  passwords: RolePasswords | null = null,
): Promise<MigrationResult> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('shipmate_migrate'))")
    await client.query("set lock_timeout = '10s'")
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const pending = await listPending(client)
    const roles = await prepareRoles(client, log, passwords)
    await runMigrations({ connectionString: url })
    for (const name of pending) await apply(client, name)
    if (roles.queue) await handOverQueue(client)
    if (roles.app) await client.query(`revoke insert, update, delete on migrations from ${appRole}`)
    return { applied: pending, roles }
  } finally {
    await client.end()
  }
}

/** The migrations still to be applied. @throws NewerSchemaError when one was applied that this version doesn't have */
const listPending = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const applied = new Set(rows.map(({ name }) => name))
  const names = migrationNames()
  const unknown = [...applied].filter((name) => !names.includes(name))
  if (unknown.length > 0)
    throw new NewerSchemaError(
      `A newer version of Shipmate has changed this database (${unknown.at(-1)}). Start that version or a later one.`,
    )
  return names.filter((name) => !applied.has(name))
}

const apply = async (client: pg.Client, name: string): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    // a lost connection rolls back by itself
    await client.query('rollback').catch(() => undefined)
    throw new Error(`The migration ${name} failed.`, { cause: error })
  }
}
