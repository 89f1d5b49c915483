import { sql, type RawBuilder } from 'kysely'
import type { AgeOutHorizon } from '#contract/outputs/reports/choices.ts'
import type { AgeOutColumn } from '#contract/outputs/reports/age-out.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { byName } from '#server/records/student-periods/index.ts'
import { changingWaivers } from '../rules.ts'

/**
 * Returns whether the line `line` of a query that reads from `agingLines` is in a part of the report.
 * @param today `YYYY-MM-DD`
 */
export const isWithin = (
  context: ScopeContext,
  horizon: AgeOutHorizon,
  today: string,
): RawBuilder<boolean> => {
  if (horizon === 'all') return sql`true`
  if (horizon === 'to_change') return mayAgeOut(context, today)
  if (horizon === 'ended') return sql`line.ends_on < ${today}::text`
  return sql`line.ends_on between ${today}::text and ${addDays(today, Number(horizon))}::text`
}

/**
 * Returns whether a waiver changes to aged out at the next run: its coverage has presumably ended, the student has had the
 * birthday, and it wasn’t changed for this end before. A plan that ended before the birthday needs reverification instead.
 */
const mayAgeOut = (context: ScopeContext, today: string): RawBuilder<boolean> => sql`(
  line.status = any(${[...changingWaivers]}::text[]) and line.is_in_force and line.ends_on < ${today}::text
  and line.turns_on <= ${today}::date and not exists (select from aged_out_waivers waiver
    where ${scope.within(context, 'waiver.school_id')} and waiver.student_period_id = line.student_period_id
      and waiver.coverage_type = line.coverage_type and waiver.presumed_end_on::text = line.ends_on))`

const compared: Readonly<Record<AgeOutColumn, readonly RawBuilder<unknown>[]>> = {
  student_name: byName,
  dob: [sql`line.born_on`],
  turns_on: [sql`line.turns_on`],
  presumed_end_on: [sql`line.ends_on collate "C"`],
  status: [sql`line.status collate "C"`],
}

const isSortable = (field: string): field is AgeOutColumn => Object.hasOwn(compared, field)

/** Returns the order of lines: by the keys, then by name. Without keys, the first to end is first. */
export const orderOf = (keys: readonly SortKey[] = []): RawBuilder<unknown> => {
  const wanted = keys.length > 0 ? keys : [{ field: 'presumed_end_on', descending: false }]
  const keyed = wanted.flatMap(({ field, descending }) =>
    isSortable(field)
      ? compared[field].map((column) => (descending ? sql`${column} desc` : sql`${column}`))
      : [],
  )
  return sql.join([...keyed, ...byName])
}
