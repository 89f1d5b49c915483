import { sql, type RawBuilder } from 'kysely'
import type { SortKey } from '#contract/table-query.ts'
import type { StudentListColumn } from '#contract/student-periods/columns.ts'
import type { Context } from '../context.ts'
import { orderBy } from '../lib/table.ts'
import { byName, fieldsOrdered } from './list.ts'
import { columnsToday, fromPeriod, matching, type Which } from './matching.ts'

/** Which rows of a period: what a list or selection holds, or the records that ids name. */
export interface EveryRow extends Which {
  readonly ids?: readonly number[] | undefined
}

interface Shown {
  readonly columns: readonly StudentListColumn[]
  readonly sort?: readonly SortKey[] | undefined
  /** With `ssn_cipher` and `ssn_of`, whose it is, for whoever may open it. */
  readonly withSsn: boolean
}

/** A row by column; `ssn_cipher` and `ssn_of` only where they were asked for. */
export type ExportedRow = Readonly<Record<string, unknown>>

const source = (
  context: Context,
  which: EveryRow,
  fields: readonly string[],
): Promise<RawBuilder<unknown>> =>
  which.ids === undefined
    ? matching(context, which, fields)
    : Promise.resolve(
        fromPeriod(context, which.period_id, [sql`sp.id = any(${[...which.ids]}::bigint[])`], fields),
      )

/** So many rows are held at a time. */
const batchSize = 500

/**
 * Every row of a list in its order, in batches: memory does not grow with them. All are as they were when the first was
 * read. Only inside a transaction, once in each.
 */
export async function* everyRow(
  context: Context,
  which: EveryRow,
  { columns, sort = byName, withSsn }: Shown,
): AsyncGenerator<ExportedRow[]> {
  const known = columnsToday(context, which.period_id)
  const shown = columns.map((name) => sql`${known[name]?.sql ?? sql`null`} as ${sql.ref(name)}`)
  const fields = [...columns, ...fieldsOrdered(sort), ...(withSsn ? ['student_name'] : [])]
  // all of it is read: no plan that is quick with its first rows only
  await sql`set local cursor_tuple_fraction = 1`.execute(context.db)
  await sql`
    declare every_row no scroll cursor for
    select ${sql.join(withSsn ? [...shown, sql`s.ssn_cipher`, sql`s.id as ssn_of`] : shown)}
    ${await source(context, which, fields)}
    ${orderBy(known, sort, sql`sp.id`)}`.execute(context.db)
  for (;;) {
    const { rows } = await sql<ExportedRow>`fetch ${sql.raw(String(batchSize))} from every_row`.execute(
      context.db,
    )
    if (rows.length > 0) yield rows
    if (rows.length < batchSize) return
  }
}

/** How many rows there are. */
export const countEveryRow = async (context: Context, which: EveryRow): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${await source(context, which, [])}`.execute(context.db)
  return rows[0]?.total ?? 0
}
