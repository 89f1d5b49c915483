import { sql, type RawBuilder } from 'kysely'
import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** The columns of a coverage type of the record `sp`, and the fields that its history names. */
const lineOf = (coverage: Coverage) => ({
  status: sql.ref(`sp.${coverage}_status`),
  statusField: sql.lit(`${coverage}_status`),
  priorTierField: sql.lit(`${coverage}_prior_tier`),
  startField: sql.lit(`${coverage}_enroll_coverage_start_on`),
  premium: sql.ref(`sp.${coverage}_enroll_premium`),
  premiumField: sql.lit(`${coverage}_enroll_premium`),
  direct: sql.ref(`sp.${coverage}_enroll_direct_pay_premium`),
  starts_on: sql.ref(`sp.${coverage}_enroll_coverage_start_on`),
  ends_on: sql.ref(`sp.${coverage}_enroll_coverage_end_on`),
})

/**
 * Returns the plan’s premium of a coverage type of the record `sp`, for its tier and coverage dates; null without one. It’s
 * `proratedPremium` in SQL, so that lists can filter by it.
 */
const planPremium = (coverage: Coverage, period: RawBuilder<unknown>): RawBuilder<string | null> => {
  const { status, starts_on, ends_on } = lineOf(coverage)
  // each subquery that doesn’t depend on the row runs once for a whole list
  // scope: part of `fromPeriod` or `readDifferingPremiums`, which limit their rows; the setup is that of their policy year
  const inPlan = (
    part: RawBuilder<unknown>,
  ) => sql`(select document.content ${part} from period_documents document
    where document.period_id = ${period} and document.kind = ${sql.lit(`${coverage}-plan`)})`
  // scope: as above
  const inYear = (part: RawBuilder<unknown>) =>
    sql`(select ${part} from periods here where here.id = ${period})`
  const [first, last] = [monthOf(sql`here.starts_on`), monthOf(sql`here.ends_on`)]
  // scope: as above
  const touched = sql`(coalesce(${monthOf(ends_on)}, ${inYear(last)}) - coalesce(${monthOf(starts_on)}, ${inYear(first)}) + 1)`
  const all = inYear(sql`${last} - ${first} + 1`)
  // scope: as above
  const premium = sql`(${inPlan(sql`-> 'premiums'`)} ->> ${status})::numeric`
  // scope: as above
  return sql<string | null>`(case
    when ${inPlan(sql`->> 'proration'`)} = 'none' or ${touched} >= ${all} or ${touched} < 1 then ${premium}
    else round(${premium} * ${touched} / ${all}, 2) end)`
}

const monthOf = (day: RawBuilder<unknown>) =>
  sql`(date_part('year', ${day}) * 12 + date_part('month', ${day}))::int`

/** Statuses whose coverage can go on in another tier. */
const goingOn: readonly CoverageStatus[] = [...tiers, 'loa', 'enrolled_eoc']

/**
 * Returns the premium that came with the tier of the record `sp`, if another tier changed to it during the year: the
 * difference from that day on, which the plan alone doesn’t tell. The tier can change with a return, and while a waiver is
 * pending. Null if the coverage began with the tier.
 */
const premiumOfTierChange = (coverage: Coverage): RawBuilder<string | null> => {
  const { status, statusField, priorTierField, startField, premiumField } = lineOf(coverage)
  const former = sql.join(goingOn.map((one) => sql.lit(one)))
  // scope: part of `fromPeriod` or `readDifferingPremiums`, which limit their rows; the entries are of the record of its row
  return sql<string | null>`(select (amount ->> 'after')::numeric from history entry
    cross join jsonb_array_elements(entry.changes) moved
    cross join jsonb_array_elements(entry.changes) amount
    where entry.student_period_id = sp.id and entry.subject_type = 'student_period' and entry.cause <> 'undo'
      and moved ->> 'field' in (${statusField}, ${priorTierField}) and moved ->> 'before' in (${former}) and moved ->> 'after' = ${status}
      and amount ->> 'field' = ${premiumField}
      and not entry.changes @> jsonb_build_array(jsonb_build_object('field', ${startField}::text))
    order by entry.id desc limit 1)`
}

/**
 * Returns whether the premium of an enrolled coverage type of the record `sp` isn’t the plan’s, nor what a change of the
 * tier made of it. Students who pay the carrier directly have none.
 * @param period the ID of the record’s policy year
 */
const differs = (coverage: Coverage, period: RawBuilder<unknown>): RawBuilder<boolean> => {
  const { status, premium, direct } = lineOf(coverage)
  const enrolled = sql.join(tiers.map((tier) => sql.lit(tier)))
  const plan = planPremium(coverage, period)
  // scope: part of `fromPeriod` or `readDifferingPremiums`, which limit their rows; the rest is of the record of its row
  return sql<boolean>`(${status} in (${enrolled})
    and case when ${premium} is null then ${direct} is null and ${plan} is not null
      else coalesce(${premium} <> ${plan}, false) end
    and ${premium} is distinct from coalesce(${premiumOfTierChange(coverage)}, -1))`
}

/** Returns whether some premium of the record `sp` isn’t the plan’s. */
export const premiumDiffers = (periodId: number): RawBuilder<boolean> =>
  // scope: part of `fromPeriod`, which limits its rows; the rest is of the record of its row
  sql<boolean>`(${sql.join(
    coverages.map((coverage) => differs(coverage, sql`${periodId}`)),
    sql` or `,
  )})`

/** Returns what changes of the tier during the year made of the premiums of a student-period; null without one. */
export const readTierChanges = async (
  context: ScopeContext,
  id: number,
): Promise<Readonly<Record<Coverage, string | null>> | undefined> => {
  // scope: only `sp` is searched, within the scope; the history is that of its row
  const columns = coverages.map((coverage) => sql`${premiumOfTierChange(coverage)} as ${sql.ref(coverage)}`)
  const { rows } = await sql<Record<Coverage, string | null>>`select ${sql.join(columns)}
    from student_periods sp where sp.id = ${id} and ${scope.within(context, 'sp.school_id')}`.execute(
    context.db,
  )
  return rows[0]
}

/** A coverage type whose premium isn’t the plan’s. */
export interface DifferingPremium {
  readonly id: number
  readonly coverage: Coverage
  /** What a change of the tier during the year made of the premium; null for the plan’s. */
  readonly after_tier_change: string | null
}

/** Returns the coverage types of student-periods whose premium isn’t the plan’s. */
export const readDifferingPremiums = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<DifferingPremium[]> => {
  const period = sql.ref('sp.period_id')
  const lines = coverages.map(
    // scope: only `sp` is searched, within the scope; the setup and the history are those of its rows
    (coverage) => sql`select sp.id, ${sql.lit(coverage)} as coverage,
      ${premiumOfTierChange(coverage)} as after_tier_change
    from student_periods sp where sp.id = any(${[...ids]}::bigint[]) and ${scope.within(context, 'sp.school_id')}
      and ${differs(coverage, period)}`,
  )
  // scope: as above
  const { rows } = await sql<DifferingPremium>`${sql.join(lines, sql` union all `)}`.execute(context.db)
  return rows
}
