import { sql, type RawBuilder } from 'kysely'
import { needsReview } from '#contract/platform/coverage/status-groups.ts'
import type { schoolListColumns } from '#contract/setup/schools/shapes.ts'
import type { TableQuery } from '#contract/platform/table-query.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import {
  filterConditions,
  officeTime,
  orderBy,
  pageOf,
  searchWords,
  type SqlColumn,
} from '#server/platform/lib/table.ts'
import { currentPeriodId } from '#server/setup/periods/index.ts'

const columns: Record<keyof typeof schoolListColumns, SqlColumn> = {
  name: { sql: sql`listed.name`, kind: 'text' },
  students: { sql: sql`listed.students`, kind: 'number' },
  waiting: { sql: sql`listed.waiting`, kind: 'number' },
}

interface ListedSchool {
  readonly id: number
  readonly name: string
  readonly logo_url: string | null
  readonly latest_period_id: number | null
  readonly latest_period_name: string | null
  readonly students: number
  readonly waiting: number
  readonly unseen_submissions: number
}

/** Returns the number of unopened forms of a policy year, as a value of a statement. */
export type UnseenForms = (context: Context, periodId: RawBuilder<unknown>) => RawBuilder<number>

/** Selects every school with the counts of its current period. */
const listed = (context: Context, unseen: UnseenForms): RawBuilder<unknown> => sql`(
  select schools.id, schools.name, schools.logo_url, latest.id as latest_period_id, latest.name as latest_period_name,
    coalesce(counts.students, 0)::int as students, coalesce(counts.waiting, 0)::int as waiting,
    case when latest.id is null then 0 else ${unseen(context, sql`latest.id`)} end as unseen_submissions
  from schools
  left join periods latest on latest.id = ${currentPeriodId(context.clock, sql`schools.id`)}
  left join lateral (
    select count(*) as students, count(*) filter (where medical_status = any(${needsReview})
      or dental_status = any(${needsReview}) or vision_status = any(${needsReview})) as waiting
    from student_periods sp
    where sp.period_id = latest.id and sp.deleted_at is null and sp.status = 'active'
  ) counts on true
  where schools.archived_at is null and ${scope.within(context, 'schools.id')}
) listed`

/** Returns a page of schools and the total. */
export const listSchools = async (context: Context, query: TableQuery, unseen: UnseenForms) => {
  const words = searchWords(query.search).map(
    (word) => sql<boolean>`position(shipmate_fold(${word}) in shipmate_fold(listed.name)) > 0`,
  )
  const conditions = [
    sql`true`,
    ...words,
    ...filterConditions(columns, query.filters ?? {}, officeTime(context.clock)),
  ]
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const order = orderBy(columns, query.sort ?? [{ field: 'name', descending: false }], sql`listed.id`)
  const [rows, count] = await Promise.all([
    sql<ListedSchool>`select listed.* from ${listed(context, unseen)} ${where} ${order} ${pageOf(query)}`.execute(
      context.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from ${listed(context, unseen)} ${where}`.execute(
      context.db,
    ),
  ])
  return { rows: rows.rows, total: count.rows[0]?.total ?? 0 }
}
