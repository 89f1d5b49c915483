import { sql, type RawBuilder } from 'kysely'
import { countedRecords } from '#contract/outputs/audit/choices.ts'
import type { ActivityEntry, ChangedRecord } from '#contract/outputs/audit/shapes.ts'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import type { Cause, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { listEntries, readableReason, withMerged } from '#server/platform/history/index.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { personOf, type ActivityFilter } from './accesses.ts'
import { fullName } from '#server/platform/db/person-names.ts'

interface Row {
  readonly id: number
  readonly at: string
  readonly actor_id: number | null
  readonly actor_name: string | null
  readonly kind: HistoryKind
  readonly cause: Cause
  readonly records: number
  /** Whether all of these are about one student. */
  readonly is_of_one: boolean
  readonly school_id: number | null
  readonly school_name: string | null
  readonly student_id: number | null
  readonly student_name: string | null
  readonly account_id: number | null
  readonly account_name: string | null
  readonly reason: string | null
  readonly address: string | null
  readonly request_id: string | null
  readonly emergency_id: number | null
}

/** Conditions on changes, and the IDs that all matching ones are between. */
interface Bounds {
  readonly where: RawBuilder<boolean>
  /** The lowest ID, and one more than the highest. */
  readonly low: RawBuilder<number>
  readonly high: RawBuilder<number>
}

const startOf = (day: string, days: number): RawBuilder<string> =>
  sql<string>`((${day}::date + ${days}::integer)::timestamp at time zone ${officeTimeZone})`

/**
 * IDs and times grow together, except for requests that overlap, so the IDs are limited with an hour’s margin, and the
 * exact time is compared too.
 */
const boundsOf = ({ actor_id, emergency_id, from, to }: ActivityFilter, before: number | null): Bounds => ({
  where: sql.join(
    [
      sql<boolean>`true`,
      ...(actor_id === undefined ? [] : [sql<boolean>`c.actor_id = ${actor_id}`]),
      ...(emergency_id === undefined ? [] : [sql<boolean>`c.emergency_id = ${emergency_id}`]),
      ...(from === undefined ? [] : [sql<boolean>`c.at >= ${startOf(from, 0)}`]),
      ...(to === undefined ? [] : [sql<boolean>`c.at < ${startOf(to, 1)}`]),
    ],
    sql` and `,
  ),
  low:
    from === undefined
      ? sql<number>`0::bigint`
      : sql<number>`coalesce((select first.id from changes first
          where first.at >= ${startOf(from, 0)} - interval '1 hour' order by first.at, first.id limit 1), ${highest})`,
  high: sql<number>`least(coalesce(${before}::bigint, ${highest}), ${
    to === undefined
      ? highest
      : sql`coalesce((select last.id + 1 from changes last
          where last.at < ${startOf(to, 1)} + interval '1 hour' order by last.at desc, last.id desc limit 1), 0)`
  })`,
})

const highest = sql<number>`9223372036854775807::bigint`

/** Most changes state no school: their entries do. Reads one entry for each change, newest first. */
const ofSchool = (
  context: Context,
  schoolId: number,
  { where, low, high }: Bounds,
  most: number,
): RawBuilder<unknown> => {
  const newest = (under: RawBuilder<unknown>) => sql`(
    select h.change_id from history h
    where ${scope.within(context, 'h.school_id')} and h.school_id = ${schoolId} and h.change_id < ${under}
      and h.change_id >= ${low}
    order by h.change_id desc limit 1)`
  return sql`
    with recursive mine (change_id) as (
      select ${newest(high)}
      union all
      select ${newest(sql`mine.change_id`)} from mine where mine.change_id is not null
    )
    select c.* from mine cross join lateral (
      select c.* from changes c where c.id = mine.change_id and ${where} offset 0) c
    limit ${most}`
}

const found = (
  context: Context,
  filter: ActivityFilter,
  before: number | null,
  most: number,
): RawBuilder<unknown> => {
  const { student_id, school_id, actor_id } = filter
  const bounds = boundsOf(filter, before)
  const newest = (more: RawBuilder<unknown>) => sql`select c.* from changes c
    where c.id >= ${bounds.low} and c.id < ${bounds.high} and ${bounds.where} and ${more}
    order by c.id desc limit ${most}`
  if (student_id !== undefined)
    return newest(sql`c.id = any(array(select distinct h.change_id from history h
      where ${scope.within(context, 'h.school_id')} and h.student_id in (${withMerged(context, student_id)})
        and ${school_id === undefined ? sql`true` : sql`h.school_id = ${school_id}`}))`)
  if (school_id === undefined) return newest(sql`true`)
  // one person’s changes are fewer than a school’s
  if (actor_id !== undefined)
    return newest(sql`exists (select from history h where ${scope.within(context, 'h.school_id')}
      and h.change_id = c.id and h.school_id = ${school_id})`)
  return ofSchool(context, school_id, bounds, most)
}

/** Returns the newest changes before an ID, at most `most`. Each is one row, however many records it has. */
export const readChanges = async (
  context: Context,
  filter: ActivityFilter,
  before: number | null,
  most: number,
): Promise<ActivityEntry[]> => {
  if (filter.outcome === 'refused' || (filter.kind !== undefined && filter.kind !== 'change')) return []
  const { rows } = await sql<Row>`
    select c.id, c.at, c.actor_id, u.first_name || ' ' || u.last_name as actor_name, c.kind, c.cause,
      counted.records, counted.is_of_one,
      coalesce(c.school_id, entry.school_id) as school_id, school.name as school_name,
      entry.student_id, ${fullName('student')} as student_name,
      account.id as account_id, ${fullName('account')} as account_name, entry.reason,
      c.address, c.request_id, c.emergency_id
    from (${found(context, filter, before, most)}) c
    cross join lateral (
      select count(*)::int as records, count(distinct coalesce(student_id, 0)) = 1 as is_of_one
      from (select h.student_id from history h
        where ${scope.within(context, 'h.school_id')} and h.change_id = c.id
        limit ${countedRecords + 1}) first_ones) counted
    left join lateral (select h.school_id, h.student_id, h.subject_type, h.subject_id, h.reason
      from history h
      where ${scope.within(context, 'h.school_id')} and h.change_id = c.id
        and ${filter.student_id === undefined ? sql`true` : sql`h.student_id in (${withMerged(context, filter.student_id)})`}
      order by h.id limit 1) entry on true
    left join users u on u.id = c.actor_id
    left join users account on entry.subject_type = 'user' and account.id = entry.subject_id
      and account.id is distinct from c.actor_id
    left join schools school on school.id = coalesce(c.school_id, entry.school_id)
      and ${scope.within(context, 'school.id')}
    left join students student on student.id = entry.student_id and ${scope.within(context, 'student.school_id')}
    order by c.id desc`.execute(context.db)
  return rows.map((row) => presentChange(row, filter))
}

/** A change of several students names none, unless the list is about one. */
const presentChange = (row: Row, { student_id }: ActivityFilter): ActivityEntry => ({
  source: 'change',
  id: row.id,
  at: row.at,
  actor: personOf(row.actor_id, row.actor_name),
  kind: 'change',
  outcome: 'allowed',
  school: personOf(row.school_id, row.school_name),
  student: row.is_of_one || student_id !== undefined ? personOf(row.student_id, row.student_name) : null,
  account: personOf(row.account_id, row.account_name),
  subject: null,
  detail: readableReason(row.kind, row.reason),
  times: 1,
  change: { kind: row.kind, cause: row.cause, records: row.records },
  address: row.address,
  request_id: row.request_id,
  emergency_id: row.emergency_id,
})

/** Some changes have no records, for example a decision that nothing changed. */
const exists = async ({ db }: Context, id: number): Promise<boolean> =>
  (await db.selectFrom('changes').select('id').where('id', '=', id).execute()).length > 0

/** Returns a page of a change’s records with the names of their students. @throws Problem 404 */
export const listChangedRecords = async (
  context: Context,
  changeId: number,
  ask: { readonly page: number; readonly per_page: number },
): Promise<{ data: ChangedRecord[]; meta: PageMeta }> => {
  const sort = [{ field: 'id', descending: false }]
  const { rows, total } = await listEntries(context, { ...ask, sort, change_id: changeId })
  if (total === 0 && !(await exists(context, changeId))) throw problem.notFound()
  const ids = rows.flatMap(({ student_id }) => (student_id === null ? [] : [student_id]))
  const students = await sql<{ id: number; name: string }>`
    select s.id, ${fullName('s')} as name from students s
    where ${scope.within(context, 's.school_id')} and s.id = any(${ids}::bigint[])`.execute(context.db)
  const names = new Map(students.rows.map(({ id, name }) => [id, name]))
  return {
    data: rows.map((row) => ({
      ...row,
      student: personOf(row.student_id, names.get(row.student_id ?? 0) ?? null),
    })),
    meta: pageMetaOf(ask, total, rows.length),
  }
}
