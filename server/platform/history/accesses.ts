import { sql, type RawBuilder } from 'kysely'
import type { AccessEntry, accessColumns } from '#contract/platform/history/shapes.ts'
import type { TableQuery } from '#contract/platform/table-query.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { filterConditions, officeTime, orderBy, pageOf, type SqlColumn } from '#server/platform/lib/table.ts'
import { withMerged } from './queries.ts'

const columns: Record<keyof typeof accessColumns, SqlColumn> = {
  id: { sql: sql`a.id`, kind: 'number' },
  at: { sql: sql`a.at`, kind: 'instant' },
  action: { sql: sql`a.action`, kind: 'choice' },
  actor_id: { sql: sql`a.actor_id`, kind: 'number' },
}

interface Row extends Omit<AccessEntry, 'actor' | 'subject'> {
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly subject_type: string | null
  readonly subject_id: number | null
}

/**
 * Whether an access is of a student: a view of the record, or a carrier file that named them, which is a disclosure. Both are
 * read by key: with `in`, PostgreSQL would read the whole log.
 */
const isOf = (context: Context, studentId: number): RawBuilder<boolean> => sql<boolean>`(
  a.student_id = any(array(${withMerged(context, studentId)}))
  or (a.subject_type = 'carrier_file' and a.outcome = 'allowed' and a.subject_id = any(array(
    select member.file_id from carrier_file_members member
    where ${scope.within(context, 'member.school_id')} and member.student_id in (${withMerged(context, studentId)})))))`

/** Lists who viewed a student or disclosed their data, one page, newest first by default. */
export const listAccesses = async (
  context: Context,
  studentId: number,
  ask: TableQuery,
): Promise<{ rows: AccessEntry[]; total: number }> => {
  const conditions = [
    isOf(context, studentId),
    ...filterConditions(columns, ask.filters ?? {}, officeTime(context.clock)),
  ]
  const where = sql`where ${sql.join(conditions, sql` and `)}`
  const order = orderBy(
    columns,
    ask.sort ?? [
      { field: 'at', descending: true },
      { field: 'id', descending: true },
    ],
    sql`a.id`,
  )
  const [found, count] = await Promise.all([
    sql<Row>`
      select a.id, a.at, a.actor_id, u.first_name || ' ' || u.last_name as actor_name, a.action, a.outcome,
        a.subject_type, a.subject_id, a.detail, a.address
      from access_log a left join users u on u.id = a.actor_id ${where} ${order} ${pageOf(ask)}`.execute(
      context.db,
    ),
    sql<{ total: number }>`select count(*)::int as total from access_log a ${where}`.execute(context.db),
  ])
  return { rows: found.rows.map(presentAccess), total: count.rows[0]?.total ?? 0 }
}

const presentAccess = ({ actor_id, actor_name, subject_type, subject_id, ...row }: Row): AccessEntry => ({
  ...row,
  actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? '' },
  subject: subject_type === null || subject_id === null ? null : { type: subject_type, id: subject_id },
})
