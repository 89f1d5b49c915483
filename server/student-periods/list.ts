import { sql } from 'kysely'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import type { SortKey, TableQuery } from '#contract/table-query.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { orderBy, pageOf, type SqlColumns } from '../lib/table.ts'
import { isOfStudent, joinsFor, listColumnNames } from './columns.ts'
import { columnsToday, fieldsRead, matching, type Which } from './matching.ts'

/** What a list is asked: the rules of every list, and a tree over several columns. */
export type ListQuery = TableQuery & Pick<Which, 'where'>

/** How a list stands unless it is asked otherwise. */
export const byName = [{ field: 'student_name', descending: false }]

/**
 * The columns to order by. Where students are narrowed down, the name is taken from their row: the index on the
 * student-period's copy would be followed name by name, looking each student up, for a page that may never fill.
 */
const orderColumns = (columns: SqlColumns, which: Which): SqlColumns =>
  fieldsRead(which).some(isOfStudent)
    ? { ...columns, student_name: { sql: sql`s.sort_name`, kind: 'text' } }
    : columns

/** What ordering reads; the name's own key stands in the student-period. */
export const fieldsOrdered = (sort: readonly SortKey[]): string[] =>
  sort.map(({ field }) => field).filter((field) => field !== 'student_name')

/** A first page by name of everybody: it stands in the index as it is asked for, nothing is sorted or left out. */
const isAsIndexed = (query: ListQuery, sort: readonly SortKey[]): boolean =>
  query.page === 1 &&
  fieldsRead(query).length === 0 &&
  sort.length === 1 &&
  sort.every(({ field, descending }) => field === 'student_name' && !descending)

/**
 * The rows of one page; `columns` limits the keys, the select list itself is the presenter. First the page's ids
 * alone are found, filtered and sorted; then only its rows are read whole, with their students and companies. Only
 * where nothing is to be sorted they are read at once.
 */
export const listRows = async (
  context: Context,
  periodId: number,
  query: ListQuery,
): Promise<StudentListRow[]> => {
  const which = { period_id: periodId, ...query }
  const sort = query.sort && query.sort.length > 0 ? query.sort : byName
  const columns = columnsToday(context, periodId)
  const shown = (query.columns ?? listColumnNames).filter((name) => name !== 'id' && name !== 'student_id')
  const read = ['student_name', ...shown]
  const selected = shown.map((name) => sql`${columns[name]?.sql ?? sql`null`} as ${sql.ref(name)}`)
  const head = [sql`sp.id`, sql`sp.student_id`, sql`sp.version`, sql`s.version as student_version`]
  const page = sql`${orderBy(orderColumns(columns, which), sort, sql`sp.id`)} ${pageOf(query)}`
  const rest = isAsIndexed(query, sort)
    ? sql`${await matching(context, which, read)} ${page}`
    : sql`from unnest(array(
          select sp.id ${await matching(context, which, fieldsOrdered(sort))} ${page}
        )) with ordinality as page(id, position)
      join student_periods sp on sp.id = page.id and ${scope.within(context, 'sp.school_id')} ${joinsFor(read)}
      order by page.position`
  const { rows } = await sql<StudentListRow>`select ${sql.join([...head, ...selected])} ${rest}`.execute(
    context.db,
  )
  return rows
}

/** How many a list or selection holds in all. */
export const countRows = async (context: Context, which: Which): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${await matching(context, which)}`.execute(context.db)
  return rows[0]?.total ?? 0
}
