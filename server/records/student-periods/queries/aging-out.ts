import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { endReasons } from '#contract/outputs/reports/choices.ts'
import { coverages, coverageStatuses, type Coverage } from '#contract/platform/coverage/choices.ts'
import { agingWaivers } from '#contract/platform/coverage/status-groups.ts'
import { legalAge, presumedEnd } from '#server/platform/coverage/index.ts'
import { noBirthDate } from '#server/platform/history/index.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** A policy year, as aging out needs it. `ends_on` is `YYYY-MM-DD`. */
export interface AgingPeriod {
  readonly id: number
  readonly ends_on: string
}

/** A coverage type of a student that ends because of age. Days are `YYYY-MM-DD`. */
export const agingLine = z.object({
  student_period_id: z.int(),
  coverage_type: z.enum(coverages),
  status: z.enum(coverageStatuses),
  born_on: z.string(),
  /** The birthday that the rule counts from, and the age on that day. */
  turns_on: z.string(),
  age: z.int(),
  /** The last day of coverage, and why. */
  ends_on: z.string(),
  reason: z.enum(endReasons),
  plan_ends_on: z.nullable(z.string()),
  /** Whether it can change to aged out once coverage has ended: offered, of a student who hasn’t left. */
  is_in_force: z.boolean(),
})
export type AgingLine = z.output<typeof agingLine>

/** The columns of a line, for a query that reads from `agingLines` as `line`. */
export const lineColumns = sql.join(
  Object.keys(agingLine.shape).map((name) =>
    name === 'born_on' || name === 'turns_on'
      ? sql`${sql.ref(`line.${name}`)}::text as ${sql.ref(name)}`
      : sql.ref(`line.${name}`),
  ),
)

/** The order by name, of a query that reads from `agingLines` as `line`. */
export const byName = [sql`line.sort_name`, sql`line.student_period_id`, sql`line.coverage_type`] as const

/**
 * Returns the coverage types that rely on a parent’s plan and end because of age by the period’s end, of active records, as
 * a query. While a waiver form waits for a decision, what the student signed counts. Its columns are those of `AgingLine`,
 * and `sort_name`; `born_on` and `turns_on` are dates, the other days texts.
 * @param ids only these student-periods
 */
export const agingLines = (
  context: ScopeContext,
  period: AgingPeriod,
  ids: readonly number[] | null = null,
): RawBuilder<unknown> => {
  const parts = coverages.flatMap((coverage) => [
    ofRecords(context, period, coverage, ids),
    ofForms(context, period, coverage),
  ])
  return sql`
    with signed as materialized (${signedWaivers(context, period.id, ['source', 'relation', 'company_id'], ids)}),
    part as (${sql.join(parts, sql` union all `)}),
    known as (
      select part.*, student.dob, company.age_out_rule, company.age_out_age, ${latestPlanEnd(context, period)} as plan_ends_on
      from part
      join students student on student.id = part.student_id
      left join insurance_companies company on company.id = part.company_id
      -- erased students, by <>: before statistics, a range or a missing erased_at is estimated as almost no one, and that plan
      -- takes longer than a statement may
      where ${scope.within(context, 'student.school_id')} and student.dob <> ${noBirthDate}::date and student.dob <= ${lastBirthday(period)} offset 0)
    select known.id as student_period_id, known.coverage as coverage_type, known.status, known.dob as born_on,
      presumed.turns_on, presumed.age, presumed.ends_on, presumed.reason, known.plan_ends_on, known.is_in_force,
      known.sort_name
    from known cross join lateral (${presumedEnd({
      born_on: sql`known.dob`,
      age_out_rule: sql`known.age_out_rule`,
      age_out_age: sql`known.age_out_age`,
      source_of_coverage: sql`known.source`,
      plan_ends_on: sql`known.plan_ends_on`,
    })}) presumed
    where presumed.ends_on is not null and presumed.turns_on <= ${period.ends_on}::date offset 0`
}

const awaited = sql`('{waiver_submitted,waiver_utp}'::text[])`

/** With some IDs, PostgreSQL looks up these records only. */
const among = (ids: readonly number[] | null): RawBuilder<unknown> =>
  ids === null ? sql`` : sql`and sp.id = any(${[...ids]}::bigint[])`

/** The columns of a part besides the source of coverage and the company: all are in `student_periods_parents_plan`. */
const recordColumns = (
  context: ScopeContext,
  { id }: AgingPeriod,
  coverage: Coverage,
): RawBuilder<unknown> => sql`
  sp.id, sp.student_id, sp.sort_name, ${sql.lit(coverage)} as coverage, ${sql.ref(`sp.${coverage}_status`)}::text as status,
  (select ${sql.ref(`period.${coverage}_offered`)} from periods period
    where period.id = ${id} and ${scope.within(context, 'period.school_id')})
    and coalesce(sp.academic_status, '') not in ('graduated', 'withdrawn') as is_in_force`

/** A coverage type as the records have it. The index `student_periods_parents_plan` has all columns. */
const ofRecords = (
  context: ScopeContext,
  period: AgingPeriod,
  coverage: Coverage,
  ids: readonly number[] | null,
): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`sp.${coverage}_${name}`)
  return sql`
    select ${recordColumns(context, period, coverage)}, ${column('waive_source_of_coverage')} as source,
      ${column('waive_insurance_company_id')} as company_id
    from student_periods sp
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${period.id} and sp.deleted_at is null
      and sp.status = 'active' ${among(ids)} and ${column('status')} = any(${[...agingWaivers]}::text[])
      and (${column('waive_source_of_coverage')} = 'parent_employer_group'
        or ${column('waive_subscriber_relation')} = 'parent')
      and (${column('status')} <> all ${awaited}
        or (sp.id, ${sql.lit(coverage)}) not in (select signed.student_period_id, signed.coverage from signed))`
}

/** A coverage type as students signed it in forms that wait for a decision. */
const ofForms = (context: ScopeContext, period: AgingPeriod, coverage: Coverage): RawBuilder<unknown> => {
  const column = (name: string) => sql.ref(`sp.${coverage}_${name}`)
  const source = sql`coalesce(signed.source, ${column('waive_source_of_coverage')})`
  return sql`
    select ${recordColumns(context, period, coverage)}, ${source},
      coalesce(nullif(signed.company_id, '')::bigint, ${column('waive_insurance_company_id')})
    from signed join student_periods sp on sp.id = signed.student_period_id
    where signed.coverage = ${sql.lit(coverage)} and ${scope.within(context, 'sp.school_id')}
      and sp.period_id = ${period.id} and sp.deleted_at is null and sp.status = 'active'
      and ${column('status')} = any ${awaited} and (${source} = 'parent_employer_group'
        or coalesce(signed.relation, ${column('waive_subscriber_relation')}) = 'parent')`
}

/**
 * Returns the plan’s end in the latest answer of the insurance company. What the simulator made up counts at demo schools
 * only.
 */
const latestPlanEnd = (context: ScopeContext, { id }: AgingPeriod): RawBuilder<unknown> => sql`(
  select report.plan ->> 'ends_on' from eligibility_reports report
  where ${scope.within(context, 'report.school_id')} and report.student_period_id = part.id
    and report.coverage_type = part.coverage and report.plan is not null
    and (not report.is_simulated or (select school.is_demo from periods period
      join schools school on school.id = period.school_id
      where period.id = ${id} and ${scope.within(context, 'period.school_id')}))
  order by report.id desc limit 1)`

/** Returns the last day on which someone who ages out by the period’s end may be born. */
const lastBirthday = ({ ends_on }: AgingPeriod): RawBuilder<unknown> => sql`
  (${ends_on}::date - make_interval(years => (select least(${sql.lit(legalAge)}, min(company.age_out_age))
    from insurance_companies company)))::date + 1`

/** What students sign about their coverage: the name of each column, and how a form’s fields end. */
const signedFields = {
  source: '_waive_source_of_coverage',
  relation: '_waive_subscriber_relation',
  company_id: '_waive_insurance_company_id',
  company_name: '_waive_insurance_name_other',
  member_number: '_waive_member_subscriber_number',
} as const
type SignedColumn = keyof typeof signedFields

/**
 * Returns what students signed in waiver forms that wait for a decision, by coverage type, as texts: the record has it only
 * once the form is decided.
 * @param columns each costs a search in every form
 * @param ids only these student-periods
 */
export const signedWaivers = (
  context: ScopeContext,
  periodId: number,
  columns: readonly SignedColumn[],
  ids: readonly number[] | null = null,
): RawBuilder<unknown> => sql`
  select form.student_period_id, line.coverage,
    ${sql.join(columns.map((column) => sql`max(${sql.ref(`signed.${column}`)}) as ${sql.ref(column)}`))}
  from form_submissions form
  cross join unnest(form.coverage_types) line(coverage)
  cross join lateral (select ${sql.join(columns.map(answerOf))} from form_submission_snapshots snapshot
    where snapshot.submission_id = form.id order by snapshot.number desc limit 1) signed
  where ${scope.within(context, 'form.school_id')} and form.period_id = ${periodId} and form.form_type = 'waiver'
    and form.progress = 'complete' and form.superseded_by_id is null and form.decision <> 'decided'
    and form.student_period_id is not null and not line.coverage = any(form.decided_coverages)
    ${ids === null ? sql`` : sql`and form.student_period_id = any(${[...ids]}::bigint[])`}
  group by 1, 2`

const answerOf = (column: SignedColumn): RawBuilder<unknown> => sql`
  jsonb_path_query_first(snapshot.content, '$.answers[*] ? (@.name == $name).value',
    jsonb_build_object('name', line.coverage || ${sql.lit(signedFields[column])})) #>> '{}' as ${sql.ref(column)}`
