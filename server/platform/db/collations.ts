import type pg from 'pg'
import type { Logger } from '#server/platform/lib/log.ts'

interface ChangedCollation {
  /** What puts its noted version right. */
  readonly statement: string
}

/**
 * Rebuilds the indexes if the operating system or ICU sorts texts otherwise than when they were built: with an upgrade of either,
 * an index can miss rows. Runs before anything is served, and once per change. An owner who may not do it gets a warning.
 */
export const rebuildAfterNewCollation = async (client: pg.ClientBase, log: Logger): Promise<boolean> => {
  const changed = await listChanged(client)
  if (changed.length === 0) return false
  log.warn(
    'Texts sort by other rules than when the indexes were built. Rebuilding them, which can take minutes.',
  )
  try {
    await client.query('reindex schema public')
    for (const { statement } of changed) await client.query(statement)
  } catch (error) {
    const commands = ['reindex schema public', ...changed.map(({ statement }) => statement)].join('; ')
    log.warn({ err: error }, `The database owner can’t do that. Run as a superuser: ${commands}`)
  }
  return true
}

/** Returns the collations in use whose version isn’t the one that the database noted. */
const listChanged = async (client: pg.ClientBase): Promise<ChangedCollation[]> => {
  const { rows } = await client.query<ChangedCollation>(
    `select format('alter database %I refresh collation version', datname) as statement
     from pg_database
     where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
     union all
     select format('alter collation %s refresh version', c.oid::regcollation)
     from pg_collation c
     where c.collversion <> pg_collation_actual_version(c.oid) and exists (
       select from pg_attribute a join pg_class t on t.oid = a.attrelid
       where a.attcollation = c.oid and t.relnamespace = 'public'::regnamespace)`,
  )
  return rows
}
