import { sql, type RawBuilder } from 'kysely'
import type { StudentListColumn } from '#contract/platform/record/columns.ts'
import type { SortKey, TableQuery } from '#contract/platform/table-query.ts'
import type { StudentListRow } from '#contract/records/student-periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { pick } from '#server/platform/lib/pick.ts'
import { orderBy, pageOf, sortedBy, type SqlColumns } from '#server/platform/lib/table.ts'
import { isOfStudent, joinsFor, listColumnNames, selectionOf } from './columns.ts'
import { columnsToday, fieldsRead, fromPeriod, matching, type ListRows } from './matching.ts'

/** The query of a list: the parameters of every list, and the advanced filter. */
export type ListQuery = TableQuery & Pick<ListRows, 'where'>

/** The default sort of a list. */
const byName: readonly SortKey[] = [{ field: 'student_name', descending: false }]

/** Rows that a sort finds equal are in the order of their names. */
const named = (sort: readonly SortKey[] = []): readonly SortKey[] =>
  sort.some(({ field }) => field === 'student_name') ? sort : [...sort, ...byName]

/** Returns what the sort reads. The name’s sort key is in the student-period. */
const fieldsOrdered = (sort: readonly SortKey[]): string[] =>
  sort.map(({ field }) => field).filter((field) => field !== 'student_name')

/**
 * Returns the columns to sort by. If a filter is on students, it sorts by the name in their row. Otherwise
 * PostgreSQL could walk the index on the student-period’s copy and look up every student for a page that may
 * never fill.
 */
const orderColumns = (columns: SqlColumns, which: ListRows, sort: readonly SortKey[]): SqlColumns =>
  fieldsRead(which).some(isOfStudent)
    ? { ...pick(columns, fieldsOrdered(sort)), student_name: { sql: sql`s.sort_name`, kind: 'text' } }
    : columns

/**
 * Returns whether it’s the first page by name without filters. The index has its rows in order, so nothing is
 * sorted.
 */
const isAsIndexed = (query: ListQuery, sort: readonly SortKey[]): boolean =>
  query.page === 1 &&
  fieldsRead(query).length === 0 &&
  sort.length === 1 &&
  sort.every(({ field, descending }) => field === 'student_name' && !descending)

/**
 * Returns whether the filters read texts. They take most of the time of a page and of its count, and usually find few
 * rows, so both are read from one scan. What filters by statuses alone finds is counted in an index.
 */
const readsTexts = (columns: SqlColumns, which: ListRows): boolean =>
  fieldsRead(which).some((field) => columns[field]?.kind === 'text')

interface ListPage {
  readonly data: readonly StudentListRow[]
  /** Rows on all pages. */
  readonly total: number
}

/** Reads one page of a list, and counts its rows; `columns` limits the keys, and the select list is the presenter. */
export const listPage = async (context: Context, periodId: number, query: ListQuery): Promise<ListPage> => {
  const which = { period_id: periodId, ...query }
  if (readsTexts(columnsToday(context, periodId), which)) return listFound(context, which, query)
  const [data, total] = await Promise.all([listRows(context, which, query), countRows(context, which)])
  return { data, total }
}

/** What a page shows of its rows. */
const shownIn = (context: Context, which: ListRows, query: ListQuery) => {
  const sort = named(query.sort)
  const columns = columnsToday(context, which.period_id)
  const shown = (query.columns ?? listColumnNames).filter((name) => name !== 'id' && name !== 'student_id')
  const head = [sql`sp.id`, sql`sp.student_id`, sql`sp.version`, sql`s.version as student_version`]
  return {
    sort,
    ordered: orderColumns(columns, which, sort),
    read: ['student_name', ...shown],
    selection: sql.join([...head, ...selectionOf(columns, shown)]),
  }
}

/** Returns `from … order by …` of a page’s rows with students and companies; `ids` are theirs, in order. */
const rowsOfPage = (context: Context, ids: RawBuilder<unknown>, read: readonly string[]) => sql`
  from unnest(array(${ids})) with ordinality as page(id, position)
  join student_periods sp on sp.id = page.id and ${scope.within(context, 'sp.school_id')} ${joinsFor(read)}
  order by page.position`

/** Filters and sorts only the IDs first, then reads the page’s rows. Reads them at once if nothing is sorted. */
const listRows = async (context: Context, which: ListRows, query: ListQuery): Promise<StudentListRow[]> => {
  const { sort, ordered, read, selection } = shownIn(context, which, query)
  const page = sql`${orderBy(ordered, sort, sql`sp.id`)} ${pageOf(query)}`
  const rest = isAsIndexed(query, sort)
    ? sql`${await matching(context, which, read)} ${page}`
    : rowsOfPage(
        context,
        sql`select sp.id ${await matching(context, which, fieldsOrdered(sort))} ${page}`,
        read,
      )
  return (await sql<StudentListRow>`select ${selection} ${rest}`.execute(context.db)).rows
}

/** Returns what a list is sorted by as columns of a subquery, and `order by …` outside of it. */
const keyedOrder = (columns: SqlColumns, sort: readonly SortKey[]) => {
  const keyed = Object.entries(
    pick(
      columns,
      sort.map(({ field }) => field),
    ),
  ).map(([field, column], index) => ({
    field,
    column,
    name: sql.ref(`key_${index}`),
  }))
  const outside = Object.fromEntries(
    keyed.map(({ field, column, name }) => [field, { ...column, order: name }]),
  )
  return {
    keys: keyed.map(({ column, name }) => sql`${sortedBy(column)} as ${name}`),
    order: orderBy(outside, sort, sql.ref('id')),
  }
}

/** Does the same, and counts all that it found. */
const listFound = async (context: Context, which: ListRows, query: ListQuery): Promise<ListPage> => {
  const { sort, ordered, read, selection } = shownIn(context, which, query)
  const { keys, order } = keyedOrder(ordered, sort)
  const { rows } = await sql<StudentListRow & { found_total: number }>`
    with found as materialized (
      select ${sql.join([sql`sp.id`, ...keys])} ${await matching(context, which, fieldsOrdered(sort))})
    select (select count(*)::int from found) as found_total, ${selection}
    ${rowsOfPage(context, sql`select id from found ${order} ${pageOf(query)}`, read)}`.execute(context.db)
  const [first] = rows
  // a page after the last one says nothing of the others
  if (!first) return { data: [], total: query.page === 1 ? 0 : await countRows(context, which) }
  return { data: rows.map(({ found_total: _total, ...row }) => row), total: first.found_total }
}

/** Counts all rows of a list. */
const countRows = async (context: Context, which: ListRows): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${await matching(context, which)}`.execute(context.db)
  return rows[0]?.total ?? 0
}

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
  { columns, sort: asked, withSsn }: Shown,
): AsyncGenerator<ExportedRow[]> {
  const known = columnsToday(context, which.period_id)
  const sort = named(asked)
  const shown = [...selectionOf(known, columns), sql`sp.student_id as student_of`]
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
