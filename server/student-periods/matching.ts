// scope: `matching` puts scope.within on every list and selection.
import { sql, type RawBuilder } from 'kysely'
import { isBlank, type Filters } from '#contract/table-query.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { dayIn, officeTimeZone } from '../lib/clock.ts'
import { filterConditions, searchConditions, searchWords, type SqlColumns } from '../lib/table.ts'
import { isOfStudent, listColumns } from './columns.ts'

/** Which student-periods of a period are meant: what a list shows, or a selection covers. */
export interface Which {
  readonly period_id: number
  readonly filters?: Filters | undefined
  readonly search?: string | null | undefined
  readonly except_ids?: readonly number[] | undefined
}

/** The columns of a period's list as they are today. */
export const columnsToday = ({ clock }: Pick<Context, 'clock'>, periodId: number): SqlColumns =>
  listColumns({ today: dayIn(clock, officeTimeZone), period_id: periodId })

const emails = sql`coalesce(s.university_email, '') || ' ' || coalesce(s.personal_email, '')`

/** The fields that a list is filtered by; a rule without a value is none. */
const filteredFields = ({ filters = {} }: Which): string[] =>
  Object.keys(filters).filter((field) => filters[field]?.constraints.some((rule) => !isBlank(rule)))

/** Whether the conditions read the student's row; a count does without it otherwise. */
export const readsStudent = (which: Which): boolean =>
  searchWords(which.search).length > 0 || filteredFields(which).some(isOfStudent)

/** `from … where …` of a list or selection, within the caller's schools. Inactive records are left out unless filtered for. */
export const matching = (
  context: Pick<Context, 'caller' | 'clock'>,
  which: Which,
  withStudent = readsStudent(which),
): RawBuilder<unknown> => {
  const { filters = {}, except_ids: except } = which
  const conditions = [
    sql`sp.period_id = ${which.period_id}`,
    sql`sp.deleted_at is null`,
    scope.within(context, 'sp.school_id'),
    ...(filteredFields(which).includes('status') ? [] : [sql`sp.status = 'active'`]),
    ...(except && except.length > 0 ? [sql`sp.id <> all(${[...except]}::bigint[])`] : []),
    ...searchConditions(searchWords(which.search), sql`s.search_text`, emails),
    ...filterConditions(columnsToday(context, which.period_id), filters, officeTimeZone),
  ]
  const student = withStudent ? sql`join students s on s.id = sp.student_id` : sql``
  return sql`from student_periods sp ${student} where ${sql.join(conditions, sql` and `)}`
}
