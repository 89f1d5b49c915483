import { sql, type RawBuilder } from 'kysely'
import type { SortKey } from '#contract/platform/table-query.ts'
import type { StudentListColumn } from '#contract/records/student-periods/columns.ts'
import type { Context } from '#server/platform/context.ts'
import { orderBy } from '#server/platform/lib/table.ts'
import { byName, fieldsOrdered } from './list.ts'
import { columnsToday, fromPeriod, matching, type ListRows } from './matching.ts'

/** The rows to read: a list or selection, or the records with these IDs. */
export interface RequestedRows extends ListRows {
  readonly ids?: readonly number[] | undefined
}

interface Shown {
  readonly columns: readonly StudentListColumn[]
  readonly sort?: readonly SortKey[] | undefined
  /** Includes `ssn_cipher` and `ssn_of` (the owner’s ID) for callers that can decrypt SSNs. */
  readonly withSsn: boolean
}

/** A row by column, with `student_of`, the student’s ID; `ssn_cipher` and `ssn_of` only if requested. */
export type ExportedRow = Readonly<Record<string, unknown>>

const source = (
  context: Context,
  which: RequestedRows,
  fields: readonly string[],
): Promise<RawBuilder<unknown>> =>
  which.ids === undefined
    ? matching(context, which, fields)
    : Promise.resolve(
        fromPeriod(context, which.period_id, [sql`sp.id = any(${[...which.ids]}::bigint[])`], fields),
      )

/** Rows per batch. */
const batchSize = 500

/**
 * Reads every row of a list in order, in batches, so that memory use stays constant. All rows are as of the
 * first read. Use it inside a transaction, once per transaction.
 */
export async function* readEveryRow(
  context: Context,
  which: RequestedRows,
  { columns, sort = byName, withSsn }: Shown,
): AsyncGenerator<ExportedRow[]> {
  const known = columnsToday(context, which.period_id)
  const shown = [
    ...columns.map((name) => sql`${known[name]?.sql ?? sql`null`} as ${sql.ref(name)}`),
    sql`sp.student_id as student_of`,
  ]
  const fields = [...columns, ...fieldsOrdered(sort), ...(withSsn ? ['student_name'] : [])]
  // all rows are read, so a plan that's fast only for the first rows doesn't help
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

/** Returns how many rows `readEveryRow` would read. */
export const countEveryRow = async (context: Context, which: RequestedRows): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${await source(context, which, [])}`.execute(context.db)
  return rows[0]?.total ?? 0
}
