import { sql, type RawBuilder } from 'kysely'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { supplementalFees } from '#contract/setup/period-documents/insurance-configuration.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { mergedStudents } from '#server/records/students/index.ts'
import { selectPeriodWithRules } from '#server/setup/periods/index.ts'

/** The policy year that is billed, with what the amounts depend on. Days are `YYYY-MM-DD`. */
export interface BilledPeriod {
  readonly id: number
  readonly school_id: number
  readonly name: string
  readonly starts_on: string
  readonly ends_on: string
  /** Whether the plan of a coverage type prorates its premium. */
  readonly prorates: Readonly<Record<Coverage, boolean>>
}

/** Returns the policy year to bill. @throws Problem 404 */
export const getBilledPeriod = async (context: ScopeContext, id: number): Promise<BilledPeriod> => {
  await getPeriod(context, id)
  const { rules, ...period } = await selectPeriodWithRules(context, id)
  const prorates = (coverage: Coverage): boolean => rules.plans[coverage].proration === 'monthly'
  return {
    ...period,
    prorates: { medical: prorates('medical'), dental: prorates('dental'), vision: prorates('vision') },
  }
}

/** The statuses in which a student has the plan for all of its dates; a pending waiver changes nothing yet. */
const enrolledStatuses = [...tiers, 'enrolled_waiver_submitted', 'enrolled_waiver_utp']

/** Calendar months that two days and the time between them touch, as in `monthsIn`. */
const months = (from: string, to: string): RawBuilder<number> =>
  sql<number>`(extract(year from ${sql.ref(to)}) * 12 + extract(month from ${sql.ref(to)})
    - extract(year from ${sql.ref(from)}) * 12 - extract(month from ${sql.ref(from)}) + 1)`

/** The share of a premium for the months until the end of coverage, to the cent. */
const prorated = (premium: RawBuilder<unknown>): RawBuilder<unknown> => {
  const [touched, all] = [months('line.starts_on', 'line.ends_on'), months('line.starts_on', 'last_day')]
  return sql`case when ${touched} >= ${all} or ${all} < 1 then ${premium}
    else round(${premium} * greatest(${touched}, 0) / ${all}, 2) end`
}

/** Returns the status of a line that a charge depends on: coverage before a leave of absence ended with the leave. */
export const countedStatus = (column: (name: string) => RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${column('status')} <> 'loa' then ${column('status')}
    when ${column('prior_status')} like 'enrolled%' then 'enrolled_eoc'
    else ${column('prior_status')} end::text`

const lineValues = ({ starts_on, ends_on, prorates }: BilledPeriod): RawBuilder<unknown> =>
  sql.join(
    coverages.map((coverage) => {
      const column = (name: string) => sql.ref(`sp.${coverage}_${name}`)
      return sql`(${sql.lit(coverage)},
        ${countedStatus(column)},
        ${column('status')} = 'loa', ${column('enroll_premium')}, ${column('enroll_direct_pay_premium')},
        coalesce(${column('enroll_coverage_start_on')}, ${starts_on}::date),
        coalesce(${column('enroll_coverage_end_on')}, ${ends_on}::date), ${prorates[coverage]}::boolean)`
    }),
  )

/** The columns of a record that amounts depend on: reading only these is what makes it fast. */
const lineColumns = sql.join(
  coverages.flatMap((coverage) =>
    [
      'status',
      'prior_status',
      'enroll_premium',
      'enroll_direct_pay_premium',
      'enroll_coverage_start_on',
      'enroll_coverage_end_on',
    ].map((name) => sql.ref(`sp.${coverage}_${name}`)),
  ),
)
const feeColumns = sql.join(supplementalFees.map((fee) => sql.ref(`sp.${fee}`)))
const feeValues = sql.join(supplementalFees.map((fee) => sql`(${sql.lit(fee)}, ${sql.ref(`sp.${fee}`)})`))

/**
 * Returns the queries of what the records of a policy year owe the student accounts (`owed`), by coverage line
 * (`line`), and the place of each record in a batch (`listed`).
 *
 * A record owes the premium of each coverage type in which the student is enrolled; after an end of coverage, the share
 * of the months until then, because the premium was for the months from its start to the end of the policy year. A line
 * with a direct-pay premium and no premium is paid directly. The record’s fees are owed while at least one line is
 * billed, and a late waiver fee as long as the record has one. Removed and inactive records owe nothing
 * (docs/decisions/05-bursar-and-carrier-files.md).
 */
const owedItems = (context: ScopeContext, period: BilledPeriod): RawBuilder<unknown> => sql`
  listed as materialized (
    select sp.id as student_period_id, row_number() over (order by sp.sort_name, sp.id) as place, sp.late_waiver_fee, ${feeColumns}, ${lineColumns}
    from student_periods sp
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${period.id} and sp.deleted_at is null
      and sp.status <> 'inactive'
  ),
  line as materialized (
    select sp.student_period_id, line.coverage, line.status, line.is_on_leave, line.premium, line.starts_on,
      line.premium is null and line.direct_pay_premium is not null as is_direct,
      case when line.status = 'enrolled_eoc' and line.prorates
        then ${prorated(sql`line.premium`)} else line.premium end as amount
    from listed sp
    cross join lateral (values ${lineValues(period)})
      line(coverage, status, is_on_leave, premium, direct_pay_premium, starts_on, ends_on, prorates)
    cross join (select ${period.ends_on}::date as last_day) year
    where line.status = any(${[...enrolledStatuses, 'enrolled_eoc']}::text[])
      and not (line.status = 'enrolled_eoc' and line.ends_on <= line.starts_on)
  ),
  enrolled as (
    select student_period_id, min(starts_on) as starts_on from line where not is_direct group by student_period_id
  ),
  owed as (
    select student_period_id, coverage, 'premium' as item, starts_on, amount from line where premium > 0
    union all
    select sp.student_period_id, '', fee.item, enrolled.starts_on, fee.amount
    from listed sp
    join enrolled on enrolled.student_period_id = sp.student_period_id
    cross join lateral (values ${feeValues}) fee(item, amount)
    where fee.amount > 0
    union all
    select student_period_id, '', 'late_waiver_fee', null, late_waiver_fee from listed where late_waiver_fee > 0
  )`

/**
 * Returns the student ID whose account a line was told for, if a merge gave its record to a student with another one, or took
 * it from them; empty if it’s the account of the record’s student. Another student ID of the same student is a correction,
 * which the account follows.
 */
const otherAccount = (context: ScopeContext): RawBuilder<string> => sql<string>`(
  case when record.erased_at is null and shipmate_sid_key(told.sid) <> shipmate_sid_key(student.sid)
    and student.id in ${mergedStudents(context)}
    then told.sid else '' end)`

/**
 * Returns the queries, to be used after `with`, of what the records owe, of what the batches that aren’t voided have told the
 * bursar (`billed`), and of where the two differ (`difference`).
 */
export const differences = (context: ScopeContext, period: BilledPeriod): RawBuilder<unknown> => sql`
  ${owedItems(context, period)},
  billed as (
    select told.student_period_id, ${otherAccount(context)} as account, coalesce(told.coverage_type, '') as coverage,
      told.item, sum(told.amount) as amount
    from bursar_batches batch join bursar_lines told on told.batch_id = batch.id
    join student_periods record on record.id = told.student_period_id
    join students student on student.id = record.student_id
    where ${scope.within(context, 'batch.school_id')} and ${scope.within(context, 'told.school_id')}
      and ${scope.within(context, 'record.school_id')} and ${scope.within(context, 'student.school_id')}
      and batch.period_id = ${period.id} and batch.state <> 'voided'
    group by 1, 2, 3, 4
  ),
  difference as (
    select coalesce(owed.student_period_id, billed.student_period_id) as student_period_id,
      coalesce(billed.account, '') as account,
      coalesce(owed.coverage, billed.coverage) as coverage,
      coalesce(owed.item, billed.item) as item, coalesce(owed.amount, 0) as owed, coalesce(billed.amount, 0) as billed,
      owed.starts_on,
      case when coalesce(owed.amount, 0) = 0 then 'reverse' when coalesce(billed.amount, 0) <= 0 then 'charge'
        else 'prorate' end as action,
      (coalesce(owed.amount, 0) - coalesce(billed.amount, 0))::numeric(12, 2) as amount
    from (select owed.*, '' as account from owed) owed
    full join billed on billed.student_period_id = owed.student_period_id and billed.item = owed.item
      and billed.coverage = owed.coverage and billed.account = owed.account
    where coalesce(owed.amount, 0) <> coalesce(billed.amount, 0)
  )`
