import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverageStatuses, type Coverage } from '#contract/coverage/choices.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import { recordStatuses } from '#contract/student-periods/choices.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { officeTimeZone } from '../lib/clock.ts'
import type { StatusRecord } from './status-rules.ts'

const status = z.nullable(z.enum(coverageStatuses))

const record = z.object({
  status,
  record_status: z.enum(recordStatuses),
  is_there: z.boolean(),
  created_at: z.string(),
  entries: z.array(
    z.object({
      at: z.number(),
      kind: z.string(),
      changes: z.array(z.object({ field: z.string(), before: z.unknown() })),
    }),
  ),
})

/**
 * Reads every record of a policy year, removed ones too, with what its history says about the status of a coverage type,
 * newest first.
 */
export const readStatusRecords = async (
  context: ScopeContext,
  periodId: number,
  coverage: Coverage,
): Promise<StatusRecord[]> => {
  const field = statusFieldOf(coverage)
  const { rows } = await sql`
    with records as materialized (
      select sp.id, ${sql.ref(`sp.${field}`)} as line_status, sp.status, sp.deleted_at, sp.created_at
      from student_periods sp where sp.period_id = ${periodId} and ${scope.within(context, 'sp.school_id')}),
    steps as materialized (
      select h.student_period_id as id, h.id as entry, h.at, h.kind, told.changes
      from history h
      cross join lateral (select jsonb_agg(jsonb_build_object('field', change ->> 'field', 'before', change -> 'before'))
        as changes from jsonb_array_elements(h.changes) change
        where change ->> 'field' = any(${[field, 'status', 'deleted_at']}::text[])) told
      where h.student_period_id in (select records.id from records) and h.subject_type = 'student_period'
        and ${scope.within(context, 'h.school_id')}
        and (told.changes is not null or h.kind ~ '_(created|added|restored|removed)$')),
    pasts as (
      select steps.id, jsonb_agg(jsonb_build_object('at', extract(epoch from steps.at) * 1000, 'kind', steps.kind,
        'changes', coalesce(steps.changes, '[]')) order by steps.entry desc) as entries
      from steps group by steps.id)
    select records.line_status as status, records.status as record_status, records.deleted_at is null as is_there,
      records.created_at, coalesce(pasts.entries, '[]') as entries
    from records left join pasts on pasts.id = records.id`.execute(context.db)
  return z.parse(z.array(record), rows)
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
