import pg from 'pg'

/** Rows that are copied at once. */
const batch = 5000

interface Table {
  readonly name: string
  readonly columns: string
}

/** Lists the tables of a database in an order, with the columns that are stored and not generated. */
const listTables = async (client: pg.Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(`
    select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by 1`)
  return rows
}

const copyTable = async (from: pg.Client, to: pg.Client, { name, columns }: Table): Promise<void> => {
  for (let offset = 0; ; offset += batch) {
    const { rows } = await from.query<{ content: string; many: number }>(
      `select coalesce(json_agg(row), '[]')::text as content, count(*)::int as many from (
         select ${columns} from ${name} order by ctid limit ${batch} offset ${offset}) row`,
    )
    await to.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [rows[0]?.content ?? '[]'],
    )
    if ((rows[0]?.many ?? 0) < batch) return
  }
}

const copySequences = async (from: pg.Client, to: pg.Client): Promise<void> => {
  const { rows } = await from.query<{ name: string; last: string | null }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname in ('public', 'graphile_worker')`)
  for (const { name, last } of rows)
    if (last !== null) await to.query('select setval($1::regclass, $2::bigint)', [name, last])
}

/**
 * Copies everything that a dump contains to a migrated database, as its owner: rows and sequences. Like a restored dump,
 * the copy has its own transaction numbers, and no trigger runs.
 */
export const copyDatabase = async (fromUrl: string, toUrl: string): Promise<void> => {
  const [from, to] = [fromUrl, toUrl].map((connectionString) => new pg.Client({ connectionString }))
  if (!from || !to) return
  await from.connect()
  await to.connect()
  await from.query('begin isolation level repeatable read')
  await to.query('set session_replication_role = replica')
  const tables = await listTables(from)
  await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
  for (const table of tables) await copyTable(from, to, table)
  await copySequences(from, to)
  await from.end()
  await to.end()
}
