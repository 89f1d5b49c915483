import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '#server/platform/lib/log.ts'
import { SettingsError } from '#server/platform/lib/settings-error.ts'
import { assertSuitable } from './check-server.ts'
import { rebuildAfterNewCollation } from './collations.ts'
import {
  grantQueue,
  prepareRoles,
  usualRoles,
  type RoleNames,
  type RolePasswords,
  type Roles,
} from './roles.ts'

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

interface MigrationOptions {
  /** The roles that get the rights. */
  readonly names?: RoleNames
  /** Let the roles sign in. Without them, the application switches from the owner’s login to its role. */
  readonly passwords?: RolePasswords | null
  /** The migrations to apply; all by default. */
  readonly only?: readonly string[]
}

/**
 * Updates a database as its owner: the roles, the queue’s tables, then our migrations, each in a transaction.
 * One process runs at a time; others wait.
 * @throws NewerSchemaError; SettingsError if the database can’t have our tables, or the application’s role has no rights in one
 * that was set up before
 */
export const migrate = async (
  url: string,
  log: Logger,
  { names = usualRoles, passwords = null, only = migrationNames() }: MigrationOptions = {},
): Promise<MigrationResult> => {
  assertKnown(only)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await assertSuitable(client)
    await client.query("select pg_advisory_lock(hashtext('shipmate_migrate'))")
    await client.query("set lock_timeout = '10s'")
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const pending = (await listPending(client)).filter((name) => only.includes(name))
    const roles = await prepareRoles(client, log, names, passwords)
    await rebuildAfterNewCollation(client, log)
    await runMigrations({ connectionString: url })
    for (const name of pending) await apply(client, name, names)
    if (roles.queue) await grantQueue(client, names)
    if (roles.app) {
      await client.query(`revoke insert, update, delete on migrations from ${names.app}`)
      await assertRights(client, names)
      await warnIfShared(client, names, log)
    }
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

/** Migrations name the usual role, and mean the one of this installation. */
const apply = async (client: pg.Client, name: string, { app }: RoleNames): Promise<void> => {
  await client.query('begin')
  try {
    const text = readFileSync(join(folder, name), 'utf8')
    await client.query(text.replaceAll(new RegExp(`\\b${usualRoles.app}\\b`, 'g'), app))
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    // a lost connection rolls back automatically
    await client.query('rollback').catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Migration ${name} failed: ${reason}`, { cause: error })
  }
}

/** @throws SettingsError if the database was set up for another role, or before there was one */
const assertRights = async (client: pg.Client, { app }: RoleNames): Promise<void> => {
  const { rows } = await client.query<{ has_rights: boolean }>(
    `select has_table_privilege($1, 'public.students', 'insert') as has_rights`,
    [app],
  )
  if (rows[0]?.has_rights !== true)
    throw new SettingsError([
      `The role ${app} has no rights in this database, because it was set up with another role. Name that role in DATABASE_URL, rename it to ${app} in PostgreSQL, or restore a backup into an empty database.`,
    ])
}

/** Warns if the role can sign in to another database too: two installations with one role can read each other’s rows. */
const warnIfShared = async (client: pg.Client, { app }: RoleNames, log: Logger): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where datname <> current_database() and oid in (
       select dbid from pg_shdepend where refclassid = 'pg_authid'::regclass and refobjid = to_regrole($1))
     order by datname limit 1`,
    [app],
  )
  for (const { name } of rows)
    log.warn(
      `The role ${app} also has rights in the database ${name}. If that’s another installation, each needs its own roles: see docs/operations.md.`,
    )
}
