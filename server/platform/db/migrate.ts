import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '#server/platform/lib/log.ts'
import { rebuildAfterNewCollation } from './collations.ts'
import { appRole, grantQueue, prepareRoles, type RolePasswords, type Roles } from './roles.ts'

const folder = join(import.meta.dirname, 'migrations')

/** Returns the migrations, oldest first. They only go forward and are never edited after release. */
const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** The applied migrations and the prepared roles. */
interface MigrationResult {
  readonly applied: readonly string[]
  readonly roles: Roles
}

/** Thrown when a newer version of Shipmate has changed the database. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/**
 * Updates a database as its owner: the roles, the queue’s tables, then our migrations, each in a transaction.
 * One process runs at a time; others wait. `only` are the migrations to apply; all by default.
 * @throws NewerSchemaError
 */
export const migrate = async (
  url: string,
  log: Logger,
  passwords: RolePasswords | null = null,
  only: readonly string[] = migrationNames(),
): Promise<MigrationResult> => {
  assertKnown(only)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('shipmate_migrate'))")
    await client.query("set lock_timeout = '10s'")
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const pending = (await listPending(client)).filter((name) => only.includes(name))
    const roles = await prepareRoles(client, log, passwords)
    await rebuildAfterNewCollation(client, log)
    await runMigrations({ connectionString: url })
    for (const name of pending) await apply(client, name)
    if (roles.queue) await grantQueue(client)
    if (roles.app) await client.query(`revoke insert, update, delete on migrations from ${appRole}`)
    return { applied: pending, roles }
  } finally {
    await client.end()
  }
}

/**
 * Returns the migrations that haven’t been applied.
 * @throws NewerSchemaError if a migration was applied that this version doesn’t have
 */
const listPending = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  const applied = new Set(rows.map(({ name }) => name))
  assertKnown([...applied])
  return migrationNames().filter((name) => !applied.has(name))
}

/** @throws NewerSchemaError for a migration that this version doesn’t have */
const assertKnown = (applied: readonly string[]): void => {
  const known = migrationNames()
  const unknown = applied.findLast((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new NewerSchemaError(
      `A newer version of Shipmate has changed this database (${unknown}). Start that version or a later one.`,
    )
}

const apply = async (client: pg.Client, name: string): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(readFileSync(join(folder, name), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    // a lost connection rolls back automatically
    await client.query('rollback').catch(() => undefined)
    throw new Error(`Migration ${name} failed.`, { cause: error })
  }
}
