import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverageStatuses, type Coverage } from '#contract/platform/coverage/choices.ts'
import { recordStatuses } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import type { StatusPath } from '../rules.ts'

const path = z.object({
  status: z.enum(coverageStatuses),
  record_status: z.enum(recordStatuses),
  is_there: z.boolean(),
  began: z.int(),
  steps: z.array(z.tuple([z.int(), z.enum(['line', 'status', 'deleted_at']), z.nullable(z.string())])),
  quantity: z.int(),
})

/**
 * Reads how the records of a policy year, removed ones too, got to the status of a coverage type that they have: records
 * with the same way are counted together. The history is read once, and only entries about the status are opened.
 * @param instants milliseconds since the epoch, in order
 */
export const readStatusPaths = async (
  context: ScopeContext,
  periodId: number,
  coverage: Coverage,
  instants: readonly number[],
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
      -- a merge removes the record that doesn’t stay
      where (h.subject_type = 'student_period' or h.kind = 'student_period_removed')
        and ${scope.within(context, 'h.school_id')}),
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
      count(*)::int as quantity
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
