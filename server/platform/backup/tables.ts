import type pg from 'pg'

/** A table as a backup has it: its columns without computed ones. */
export interface BackupTable {
  readonly schema: string
  readonly name: string
  readonly columns: string[]
}

/** Returns a name as SQL writes it. */
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Returns a table as SQL writes it. */
export const nameOf = ({ schema, name }: Pick<BackupTable, 'schema' | 'name'>): string =>
  `${quoted(schema)}.${quoted(name)}`

/** Returns what COPY names: a table and its columns. */
export const copiedPart = (table: BackupTable): string =>
  `${nameOf(table)} (${table.columns.map(quoted).join(', ')})`

/**
 * Returns the tables of a database: ours, and those of the queue, whose waiting work belongs to them. Which migrations were
 * applied isn’t content: it’s true of the database that the content is restored into.
 */
export const listTables = async (client: pg.ClientBase): Promise<BackupTable[]> => {
  const { rows } = await client.query<BackupTable>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' and c.relname <> 'migrations'
     group by n.nspname, c.relname order by n.nspname, c.relname`,
  )
  return rows
}

/** Returns the applied migrations, ours and the queue’s, oldest first. */
export const listMigrations = async (client: pg.ClientBase): Promise<{ ours: string[]; queue: number }> => {
  const ours = await client.query<{ name: string }>('select name from migrations order by name')
  const queue = await client.query<{ last: number }>('select max(id) as last from graphile_worker.migrations')
  return { ours: ours.rows.map(({ name }) => name), queue: queue.rows[0]?.last ?? 0 }
}

/** A counter that gives a column its next number. */
interface Sequence {
  readonly schema: string
  readonly name: string
  readonly last: string
}

/** Returns the counters that have given a number. */
export const listSequences = async (client: pg.ClientBase): Promise<Sequence[]> => {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as last from pg_sequences
     where schemaname in ('public', 'graphile_worker') and last_value is not null order by schemaname, sequencename`,
  )
  return rows
}

/** A file that rows name, with its bytes before encryption. */
export interface NamedFile {
  readonly name: string
  readonly size: number
}

/** Returns the files that rows of these tables name. */
export const listNamedFiles = async (
  client: pg.ClientBase,
  tables: readonly BackupTable[],
): Promise<NamedFile[]> => {
  const naming = tables.filter(({ columns }) => columns.includes('stored_name') && columns.includes('size'))
  const parts = naming.map((table) => `select stored_name as name, size from ${nameOf(table)}`)
  const { rows } = await client.query<{ name: string; size: string }>(
    `${parts.join(' union ')} order by name`,
  )
  return rows.map(({ name, size }) => ({ name, size: Number(size) }))
}

/**
 * Empties the tables and lets rows come in any order: without foreign keys, and without the triggers that refuse changes of
 * saved history or fill what a row has. Returns what puts both back; the keys are then checked by the database.
 */
export const openForLoading = async (
  client: pg.ClientBase,
  tables: readonly BackupTable[],
): Promise<() => Promise<void>> => {
  const names = tables.map(nameOf)
  const { rows: keys } = await client.query<{ at: string; name: string; definition: string }>(
    `select conrelid::regclass::text as at, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)`,
  )
  for (const { at, name } of keys) await client.query(`alter table ${at} drop constraint ${name}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  return async () => {
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const { at, name, definition } of keys)
      await client.query(`alter table ${at} add constraint ${name} ${definition}`)
  }
}
