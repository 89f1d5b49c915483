import { sql } from 'kysely'
import { differenceKinds } from '#contract/review/setup-differences/choices.ts'
import type { DifferenceGroup, SetupDifferences } from '#contract/review/setup-differences/shapes.ts'
import { asMoney } from '#contract/setup/periods/proration.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone, type Clock } from '#server/platform/lib/clock.ts'
import {
  readDifferingPremiums,
  readInBatches,
  type MovableRow,
} from '#server/records/student-periods/index.ts'
import { differencesOf, groupOf, type Difference } from './rules.ts'

type ReadContext = ScopeContext & { readonly clock: Clock }

/** A record that differs from the setup. */
export interface DifferingRecord {
  readonly row: MovableRow
  readonly differences: readonly Difference[]
}

/** Reads the records of a policy year that differ from its setup, batch by batch, locked if they’ll be saved. */
export async function* readDiffering(
  context: ReadContext,
  periodId: number,
  { isLocking }: { readonly isLocking: boolean },
): AsyncGenerator<readonly DifferingRecord[]> {
  const today = dayIn(context.clock, officeTimeZone)
  const { rows: all } = await sql<{ id: number }>`
    select sp.id from student_periods sp
    where sp.period_id = ${periodId} and sp.deleted_at is null and sp.status <> 'inactive'
      and ${scope.within(context, 'sp.school_id')} order by sp.id`.execute(context.db)
  for await (const rows of readInBatches(
    context,
    all.map(({ id }) => id),
    { isDryRun: !isLocking },
  )) {
    const ids = rows.map(({ id }) => id)
    const byHand = await readByHand(context, ids)
    const premiums = Map.groupBy(await readDifferingPremiums(context, ids), ({ id }) => id)
    yield rows
      .map((row) => {
        const known = {
          byHand: byHand.get(row.id) ?? new Set<string>(),
          premiums: premiums.get(row.id) ?? [],
          today,
        }
        return { row, differences: differencesOf(row, known) }
      })
      .filter(({ differences }) => differences.length > 0)
  }
}

/**
 * Returns the statuses, plan details, premiums and fees that a person set last, by record: an overridden status, or a typed
 * value. What an override writes besides the status is the setup’s.
 */
const readByHand = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, ReadonlySet<string>>> => {
  const { rows } = await sql<{ id: number; field: string }>`
    select latest.id, latest.field from (
      select distinct on (entry.student_period_id, change ->> 'field') entry.student_period_id as id,
        change ->> 'field' as field, entry.kind, entry.cause
      from history entry cross join lateral jsonb_array_elements(entry.changes) change
      where entry.student_period_id = any(${[...ids]}::bigint[]) and entry.subject_type = 'student_period'
        and ${scope.within(context, 'entry.school_id')}
        and (change ->> 'field' like '%\\_status' or change ->> 'field' like '%\\_enroll\\_%'
          or change ->> 'field' like '%\\_fee' or change ->> 'field' like '%\\_premium')
      order by entry.student_period_id, change ->> 'field', entry.id desc) latest
    where (latest.kind = 'coverage_status_overridden' and latest.field like '%\\_status')
      or (latest.kind = 'student_period_changed' and latest.cause in ('person', 'bulk'))`.execute(context.db)
  const byId = Map.groupBy(rows, ({ id }) => id)
  return new Map([...byId].map(([id, own]) => [id, new Set(own.map(({ field }) => field))]))
}

/** Returns how the records of a policy year differ from its setup. @throws Problem 404 */
export const readDifferences = async (context: Context, periodId: number): Promise<SetupDifferences> => {
  await getPeriod(context, periodId)
  const groups = new Map<string, DifferenceGroup & { cents: number | null }>()
  let records = 0
  for await (const differing of readDiffering(context, periodId, { isLocking: false }))
    for (const { differences } of differing) {
      if (differences.some(({ apart }) => apart === null)) records += 1
      for (const one of differences) add(groups, one)
    }
  const listed = [...groups.values()].map(({ cents, ...group }) => ({
    ...group,
    amount: cents === null ? null : signed(cents),
  }))
  return {
    records,
    groups: listed.sort(
      (one, other) =>
        Number(one.apart !== null) - Number(other.apart !== null) ||
        differenceKinds.indexOf(one.kind) - differenceKinds.indexOf(other.kind) ||
        other.students - one.students,
    ),
  }
}

const add = (groups: Map<string, DifferenceGroup & { cents: number | null }>, one: Difference): void => {
  const key = groupOf(one)
  const before = groups.get(key)
  groups.set(key, {
    key,
    kind: one.kind,
    coverage_type: one.coverage,
    from_status: one.from,
    to_status: one.to,
    apart: one.apart,
    students: (before?.students ?? 0) + 1,
    amount: null,
    cents: one.cents === null ? null : (before?.cents ?? 0) + one.cents,
  })
}

/** Returns '-25.00' for -2500. */
const signed = (cents: number): string => `${cents < 0 ? '-' : ''}${asMoney(Math.abs(cents))}`

/** Returns a page of the students of a group by name. @throws Problem 404 */
export const listGroup = async (
  context: Context,
  periodId: number,
  { group, page, per_page: size }: { group: string; page: number; per_page: number },
) => {
  await getPeriod(context, periodId)
  const rows: MovableRow[] = []
  for await (const differing of readDiffering(context, periodId, { isLocking: false }))
    rows.push(
      ...differing
        .filter(({ differences }) => differences.some((one) => groupOf(one) === group))
        .map(({ row }) => row),
    )
  const students = rows
    .map(({ id, student_id, name, sid }) => ({ student_id, student_period_id: id, name, sid }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  return { rows: students.slice((page - 1) * size, page * size), total: students.length }
}
