// scope: `matching` puts scope.within on every list and selection.
import { sql, type RawBuilder } from 'kysely'
import type { StudentListRow } from '#contract/student-periods/shapes.ts'
import type { Filters, SortKey, TableQuery } from '#contract/table-query.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { filterConditions, orderBy, pageOf, searchConditions, searchWords } from '../lib/table.ts'
import { officeTimeZone } from '../lib/clock.ts'
import { isOfStudent, listColumnNames, listColumns } from './columns.ts'

/** Which student-periods of a period are meant: what a list shows, or a selection covers. */
export interface Which {
  readonly period_id: number
  readonly filters?: Filters | undefined
  readonly search?: string | null | undefined
  readonly except_ids?: readonly number[] | undefined
}

const emails = sql`coalesce(s.university_email, '') || ' ' || coalesce(s.personal_email, '')`

/** Whether the conditions read the student's row; a count does without it otherwise. */
const readsStudent = ({ filters, search }: Which): boolean =>
  searchWords(search).length > 0 || Object.keys(filters ?? {}).some(isOfStudent)

/** `from … where …` of a list or selection, within the caller's schools. Inactive records are left out unless filtered for. */
export const matching = (
  context: Pick<Context, 'caller'>,
  which: Which,
  withStudent = readsStudent(which),
): RawBuilder<unknown> => {
  const { filters = {}, except_ids: except } = which
  const conditions = [
    sql`sp.period_id = ${which.period_id}`,
    sql`sp.deleted_at is null`,
    scope.within(context, 'sp.school_id'),
    ...('status' in filters ? [] : [sql`sp.status = 'active'`]),
    ...(except && except.length > 0 ? [sql`sp.id <> all(${[...except]}::bigint[])`] : []),
    ...searchConditions(searchWords(which.search), sql`s.search_text`, emails),
    ...filterConditions(listColumns, filters, officeTimeZone),
  ]
  const student = withStudent ? sql`join students s on s.id = sp.student_id` : sql``
  return sql`from student_periods sp ${student} where ${sql.join(conditions, sql` and `)}`
}

const byName = [{ field: 'student_name', descending: false }]

/** Whether ordering reads the student's row; the name's own key stands in the student-period. */
const sortsByStudent = (sort: readonly SortKey[]): boolean =>
  sort.some(({ field }) => field !== 'student_name' && isOfStudent(field))

/**
 * The rows of one page; `columns` limits the keys, the select list itself is the presenter. First the page's ids
 * alone are found, filtered and sorted; then only its rows are read whole, with their students and companies.
 */
export const listRows = async (
  context: Context,
  periodId: number,
  query: TableQuery,
): Promise<StudentListRow[]> => {
  const which = { period_id: periodId, ...query }
  const sort = query.sort && query.sort.length > 0 ? query.sort : byName
  const selected = (query.columns ?? listColumnNames)
    .filter((name) => name !== 'id' && name !== 'student_id')
    .map((name) => sql`${listColumns[name]?.sql ?? sql`null`} as ${sql.ref(name)}`)
  const head = [sql`sp.id`, sql`sp.student_id`, sql`sp.version`, sql`s.version as student_version`]
  const { rows } = await sql<StudentListRow>`
    select ${sql.join([...head, ...selected])}
    from unnest(array(
        select sp.id ${matching(context, which, readsStudent(which) || sortsByStudent(sort))}
        ${orderBy(listColumns, sort, sql`sp.id`)} ${pageOf(query)}
      )) with ordinality as page(id, position)
    join student_periods sp on sp.id = page.id join students s on s.id = sp.student_id
    order by page.position`.execute(context.db)
  return rows
}

/** How many a list or selection holds in all. */
export const countRows = async (context: Context, which: Which): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${matching(context, which)}`.execute(context.db)
  return rows[0]?.total ?? 0
}
