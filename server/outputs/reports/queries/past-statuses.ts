import { sql } from 'kysely'
import * as z from 'zod/mini'
import { pastDayRow, type PastDayQuery, type PastDayRow } from '#contract/outputs/reports/figures.ts'
import { coverageStatuses, statusCatalogue, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { PageMeta } from '#contract/platform/endpoint.ts'
import { recordStatuses } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { listedName } from '#server/platform/db/person-names.ts'
import { scope, selectPeriod, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { problem } from '#server/platform/problem.ts'
import { statusAt, type StatusPath } from '../rules.ts'

/**
 * Returns a page of the students whom status over time counts in a status family at the end of a day, by name. They’re
 * found by the same statement and rule as the number, so records that are inactive or removed today are among them.
 * @throws Problem 422 if the period is unknown or the day hasn’t come
 */
export const listPastDay = async (
  context: Context,
  { period_id, coverage, day, family, ...paging }: PastDayQuery,
): Promise<{ readonly data: PastDayRow[]; readonly meta: PageMeta }> => {
  const period = await selectPeriod(context, period_id)
  if (day > dayIn(context.clock, officeTimeZone))
    throw problem.invalid({ day: 'Choose today or an earlier day.' })
  const paths = await readStatusPaths(context, period.id, coverage, await endsOfDays(context, [day]), {
    withIds: true,
  })
  const found = paths.flatMap((path) => {
    const status = statusAt(path, 0)
    return status === null || statusCatalogue[status].family !== family
      ? []
      : path.ids.map((id) => ({ id, status }))
  })
  const { rows } = await sql`
    select sp.student_id, sp.id as student_period_id, student.sid, found.status,
      ${listedName('student')} as student_name,
      ${sql.ref(`sp.${statusFieldOf(coverage)}`)} as status_now,
      case when sp.deleted_at is null then sp.status else 'removed' end as record_now
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ status }) => status)}::text[]) found(id, status)
    join student_periods sp on sp.id = found.id
    join students student on student.id = sp.student_id
    where ${scope.within(context, 'sp.school_id')} and ${scope.within(context, 'student.school_id')}
    order by sp.sort_name, sp.id
    limit ${paging.per_page} offset ${(paging.page - 1) * paging.per_page}`.execute(context.db)
  const data = z.parse(z.array(pastDayRow), rows)
  return { data, meta: pageMetaOf(paging, found.length, data.length) }
}

const path = z.object({
  status: z.enum(coverageStatuses),
  record_status: z.enum(recordStatuses),
  is_there: z.boolean(),
  began: z.int(),
  steps: z.array(z.tuple([z.int(), z.enum(['line', 'status', 'deleted_at']), z.nullable(z.string())])),
  quantity: z.int(),
  ids: z.array(z.int()),
})

/**
 * Reads how the records of a policy year, removed ones too, got to the status of a coverage type that they have: records
 * with the same way are counted together. The history is read once, and only entries about the status are opened.
 * @param instants milliseconds since the epoch, in order
 * @param withIds whether the records’ IDs are read too
 */
export const readStatusPaths = async (
  context: ScopeContext,
  periodId: number,
  coverage: Coverage,
  instants: readonly number[],
  { withIds = false } = {},
): Promise<StatusPath[]> => {
  const field = statusFieldOf(coverage)
  const has = (name: string) => sql`h.changes @> ${JSON.stringify([{ field: name }])}::jsonb`
  // how many of the instants are earlier
  const placeOf = (at: ReturnType<typeof sql>) =>
    sql`width_bucket((extract(epoch from ${at}) * 1000)::float8, ${instants.map((at) => at + 0.5)}::float8[])`
  const { rows } = await sql`
    with records as materialized (
      select sp.id, ${sql.ref(`sp.${field}`)} as line_status, sp.status, sp.deleted_at is null as is_there, sp.created_at
      from student_periods sp where sp.period_id = ${periodId} and ${scope.within(context, 'sp.school_id')}),
    entries as materialized (
      select h.student_period_id as id, h.id as entry, h.at, h.kind,
        case when ${has(field)} or ${has('status')} or ${has('deleted_at')} then h.changes end as changes
      from records join history h on h.student_period_id = records.id
      where h.subject_type = 'student_period' and ${scope.within(context, 'h.school_id')}),
    told as (
      select entries.id, entries.entry, ${placeOf(sql`entries.at`)} as place,
        case change ->> 'field' when ${field} then 'line' else change ->> 'field' end as field,
        change ->> 'before' as before
      from entries cross join lateral jsonb_array_elements(entries.changes) change
      where entries.changes is not null and change ->> 'field' = any(${[field, 'status', 'deleted_at']}::text[])
      union all
      select entries.id, entries.entry, ${placeOf(sql`entries.at`)}, 'deleted_at', null
      from entries where entries.kind = 'student_period_removed'),
    steps as (
      select distinct on (told.id, told.field, told.place) told.id, told.field, told.place, told.before
      from told where told.place > 0 order by told.id, told.field, told.place, told.entry),
    ways as (
      select steps.id,
        jsonb_agg(jsonb_build_array(steps.place, steps.field, steps.before) order by steps.field, steps.place) as steps
      from steps group by steps.id),
    firsts as (select entries.id, min(entries.at) as at from entries group by entries.id)
    select records.line_status as status, records.status as record_status, records.is_there,
      ${placeOf(sql`least(records.created_at, firsts.at)`)} as began, coalesce(ways.steps, '[]') as steps,
      count(*)::int as quantity, ${withIds ? sql`jsonb_agg(records.id)` : sql`'[]'::jsonb`} as ids
    from records left join ways on ways.id = records.id left join firsts on firsts.id = records.id
    group by 1, 2, 3, 4, 5`.execute(context.db)
  return z.parse(z.array(path), rows)
}

/** Returns the ends of days in the office’s time zone, in milliseconds since the epoch. Days are `YYYY-MM-DD`. */
export const endsOfDays = async (context: ScopeContext, days: readonly string[]): Promise<number[]> => {
  const { rows } = await sql<{ at: number }>`
    select (extract(epoch from (day + 1)::timestamp at time zone ${officeTimeZone}) * 1000)::float8 - 1 as at
    from unnest(${[...days]}::date[]) with ordinality as given(day, place) order by given.place`.execute(
    context.db,
  )
  return rows.map(({ at }) => at)
}
