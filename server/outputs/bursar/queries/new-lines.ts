import { sql, type RawBuilder } from 'kysely'
import { bursarItems } from '#contract/outputs/bursar/choices.ts'
import { coverages, statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { supplementalFees } from '#contract/setup/period-documents/insurance-configuration.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { officeTimeZone } from '#server/platform/lib/clock.ts'
import { countedStatus } from './owed.ts'

/** The day on which lines are made, `YYYY-MM-DD`, and which of them: all, or a page. */
interface Asked {
  readonly today: string
  readonly narrowed?: RawBuilder<unknown>
}

/** The order of a batch: by student, removed ones last, then premiums before fees. */
const inOrder = sql`listed.place, record.sort_name, difference.student_period_id, difference.account,
  array_position(${[...bursarItems]}::text[], difference.item),
  array_position(${[...coverages]}::text[], difference.coverage)`

const labels = JSON.stringify(
  Object.fromEntries(Object.entries(statusCatalogue).map(([status, { label }]) => [status, label])),
)
const label = (status: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${labels}::jsonb ->> ${status})`

const dayText = (day: RawBuilder<unknown>): RawBuilder<string> => sql<string>`to_char(${day}, 'MM/DD/YYYY')`
const moneyText = (amount: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`('$' || to_char(${amount}, 'FM99,999,990.00'))`

/** One column of the line’s own coverage type. */
const own = (name: string): RawBuilder<unknown> =>
  sql`case found.coverage ${sql.join(
    coverages.map((coverage) => sql`when ${sql.lit(coverage)} then ${sql.ref(`found.${coverage}_${name}`)}`),
    sql` `,
  )} end`

const changedText = sql`${moneyText(sql`found.billed`)} || ' to ' || ${moneyText(sql`found.owed`)}`

/** Why a premium is charged, changed or removed. */
const premiumReason = sql`case
  when found.action = 'charge' and status = 'enrolled_eoc'
    then 'Covered from ' || ${dayText(sql`found.starts_on`)} || ' to ' || ${dayText(sql`ends_on`)}
  when found.action = 'charge' then
    case when status = any(${[...tiers]}::text[]) then ${label(sql`status`)} else 'Enrolled' end
    || ' from ' || ${dayText(sql`found.starts_on`)}
  when found.action = 'prorate' and status = 'enrolled_eoc'
    then 'Coverage ends ' || ${dayText(sql`ends_on`)} || ': premium prorated'
  when found.action = 'prorate' then 'Premium changed from ' || ${changedText}
  when status = 'enrolled_eoc' and premium is not null
    then 'Coverage ended before it started: charge removed'
  when status like 'enrolled%' and direct_pay_premium is not null then 'Student pays directly: charge removed'
  when status like 'enrolled%' then 'Premium removed from the record: charge removed'
  when status = 'waived' then 'Waiver approved' || on_day || ': charge removed'
  else 'Status changed to ' || ${label(sql`status`)} || on_day || ': charge removed' end`

/** Why a fee is charged, changed or removed. */
const feeReason = sql`case
  when found.action = 'charge' and found.item = 'late_waiver_fee' then 'Waiver sent after the deadline'
  when found.action = 'charge' then 'Enrolled from ' || ${dayText(sql`found.starts_on`)}
  when found.action = 'prorate' then 'Fee changed from ' || ${changedText}
  when coalesce(fee, 0) = 0 then 'Fee removed from the record'
  when is_enrolled then 'Student pays directly: fee removed'
  else 'No longer enrolled' || on_day || ': fee removed' end`

const reason = sql`case
  when found.deleted_at is not null then 'Removed from the policy year' || on_day || ': charge removed'
  when found.record_status = 'inactive' then 'Record made inactive' || on_day || ': charge removed'
  when found.account <> '' then 'Merged into ' || student.sid || ': charge moved'
  when found.item = 'premium' then ${premiumReason} else ${feeReason} end`

/** The latest change of the record that can end a charge: its status, or that of the line; for a fee, of any line. */
const changedOn = (context: ScopeContext): RawBuilder<unknown> => sql`
  select (entry.at at time zone ${officeTimeZone})::date as changed_on
  from history entry
  where ${scope.within(context, 'entry.school_id')} and found.action = 'reverse'
    and entry.student_period_id = found.student_period_id
    and exists (select from jsonb_array_elements(entry.changes) change
      where change ->> 'field' = 'status' or change ->> 'field' = found.coverage || '_status'
        or (found.coverage = '' and change ->> 'field' like '%\\_status'))
  order by entry.id desc limit 1`

const ownNames = [
  'status',
  'prior_status',
  'enroll_premium',
  'enroll_direct_pay_premium',
  'enroll_coverage_end_on',
]
const recordColumns = sql.join(
  [
    ...coverages.flatMap((coverage) => ownNames.map((name) => `${coverage}_${name}`)),
    ...supplementalFees,
  ].map((column) => sql.ref(`record.${column}`)),
)

const ownFee = sql`case found.item ${sql.join(
  supplementalFees.map((fee) => sql`when ${sql.lit(fee)} then ${sql.ref(`found.${fee}`)}`),
  sql` `,
)} end`

/** Whether the student has the plan in any coverage type. */
const isEnrolled = sql`concat(${sql.join(coverages.map((coverage) => sql.ref(`found.${coverage}_status`)))}) ~ 'enrolled'`

/** The facts of the line. */
const facts = sql`
  select coalesce(${countedStatus(own)}, 'loa') as status,
  ${own('enroll_premium')} as premium, ${own('enroll_direct_pay_premium')} as direct_pay_premium,
  ${own('enroll_coverage_end_on')} as ends_on, ${ownFee} as fee,
  ${isEnrolled} as is_enrolled`

/** The day that ended a charge; null if only an amount was removed. */
const endedOn = sql`
  select case when found.deleted_at is not null then (found.deleted_at at time zone ${officeTimeZone})::date
    when found.record_status = 'inactive' or (found.item = 'premium' and status not like 'enrolled%')
      or (found.item <> 'premium' and fee > 0 and not is_enrolled) then change.changed_on
    end as ended_on`

/**
 * Returns the query of a new batch’s lines, numbered by student, with the reason in words and the day from which each
 * applies: the start of coverage for a charge, its end for a prorated premium, the day of the change for a reversal.
 * Put it after `with` and `differences`.
 */
export const newLines = (
  context: ScopeContext,
  { today, narrowed = sql`` }: Asked,
): RawBuilder<unknown> => sql`
  select found.line::int, found.student_id, found.student_period_id,
    coalesce(nullif(found.account, ''), student.sid) as sid, student.last_name, student.first_name,
    nullif(found.coverage, '') as coverage_type, found.item, found.action, found.amount,
    case when found.action = 'charge' then coalesce(found.starts_on, ${today}::date)
      when found.action = 'prorate' and status = 'enrolled_eoc' then coalesce(ends_on, ${today}::date)
      when found.action = 'reverse' then coalesce(ended_on, ${today}::date)
      else ${today}::date end as effective_on,
    ${reason} as reason
  from (
    select numbered.* from (
      select row_number() over (order by ${inOrder}) as line, difference.*, record.student_id, record.deleted_at,
        record.status as record_status, ${recordColumns}
      from difference join student_periods record on record.id = difference.student_period_id
      left join listed on listed.student_period_id = difference.student_period_id
      where ${scope.within(context, 'record.school_id')}
    ) numbered ${narrowed}
  ) found
  join students student on student.id = found.student_id and ${scope.within(context, 'student.school_id')}
  left join lateral (${changedOn(context)}) change on true
  cross join lateral (${facts}) facts
  cross join lateral (${endedOn}) ending
  cross join lateral (select coalesce(' ' || to_char(ended_on, 'MM/DD/YYYY'), '') as on_day) words
  order by found.line`
