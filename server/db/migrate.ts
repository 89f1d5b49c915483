import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from '../lib/log.ts'
import { appRole } from './database.ts'

const folder = join(import.meta.dirname, 'migrations')

/** The migrations, oldest first: forward only, never edited once landed. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()

/** What a migration run found out about its rights. */
export interface MigrationResult {
  readonly applied: readonly string[]
  /** Whether the narrow role exists; without it the append-only triggers are the only lock. */
  readonly hasAppRole: boolean
}

/**
 * Brings a database up to date as its owner: the queue's tables, then ours, each migration in a transaction.
 * One process at a time; others wait.
 */
export const migrate = async (url: string, log: Logger): Promise<MigrationResult> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('shipmate_migrate'))")
    await client.query("set lock_timeout = '10s'")
    const hasAppRole = await ensureAppRole(client, log)
    await runMigrations({ connectionString: url })
    const applied = await applyPending(client)
    if (hasAppRole) await client.query(`revoke insert, update, delete on migrations from ${appRole}`)
    return { applied, hasAppRole }
  } finally {
    await client.end()
  }
}

const ensureAppRole = async (client: pg.Client, log: Logger): Promise<boolean> => {
  const found = await client.query(
    'select pg_has_role(oid, $$member$$) as member from pg_roles where rolname = $1',
    [appRole],
  )
  if (found.rows[0]) return Boolean(found.rows[0].member)
  try {
    await client.query(`create role ${appRole} nologin`)
    await client.query(`grant ${appRole} to current_user`)
    return true
  } catch (error) {
    log.warn({ err: error }, `The role ${appRole} cannot be made here: only triggers protect the history.`)
    return false
  }
}

const applyPending = async (client: pg.Client): Promise<string[]> => {
  await client.query(
    'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
  )
  const done = await client.query<{ name: string }>('select name from migrations')
  const known = new Set(done.rows.map(({ name }) => name))
  const pending = migrationNames().filter((name) => !known.has(name))
  for (const name of pending) {
    await client.query('begin')
    try {
      await client.query(readFileSync(join(folder, name), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [name])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`The migration ${name} failed.`, { cause: error })
    }
  }
  return pending
}
