import { sql, type RawBuilder } from 'kysely'
import {
  coverages,
  coverageStatuses,
  type Coverage,
  type CoverageStatus,
} from '#contract/coverage/choices.ts'
import { agingWaivers } from '#contract/coverage/status-groups.ts'
import { ageOutRules } from '#contract/insurance-companies/choices.ts'
import { academicStatuses, recordStatuses } from '#contract/student-periods/choices.ts'
import * as z from 'zod/mini'
import { presumedEnd, type PresumedEnd } from '../coverage/index.ts'
import { scope, type ScopeContext } from '../db/scope.ts'

/** A policy year, as aging out needs it. `ends_on` is `YYYY-MM-DD`. */
export interface AgingPeriod {
  readonly id: number
  readonly ends_on: string
}

/** A coverage type of a student that ends because of age. */
export interface AgingLine extends PresumedEnd {
  readonly student_period_id: number
  readonly coverage_type: Coverage
  readonly status: CoverageStatus
  readonly born_on: string
  readonly plan_ends_on: string | null
  /** Its place in the list by name. */
  readonly place: number
  /** Whether it can change to aged out once coverage has ended: offered, of a student who hasn’t left. */
  readonly is_in_force: boolean
  /** Whether it was changed to aged out for this end before. */
  readonly is_done: boolean
  /** The notices that were sent, by their days before the end. */
  readonly notified: readonly number[]
}

/**
 * Reads the coverage types that rely on a parent’s plan and end because of age by the period’s end, of active records, by
 * name. The database finds the students who may be old enough, and `presumedEnd` decides.
 * @param ids only these student-periods
 */
export const readAgingLines = async (
  context: ScopeContext,
  period: AgingPeriod,
  ids: readonly number[] | null = null,
): Promise<AgingLine[]> => {
  const { rows } = await candidates(context, period, ids).execute(context.db)
  return z.parse(found, rows).flatMap((row, place) => lineOf(row, place, period))
}

const day = z.nullable(z.string())

const found = z.array(
  z.object({
    id: z.int(),
    coverage: z.enum(coverages),
    status: z.enum(coverageStatuses),
    record_status: z.enum(recordStatuses),
    academic_status: z.nullable(z.enum(academicStatuses)),
    offered: z.boolean(),
    source: z.nullable(z.string()),
    dob: z.string(),
    age_out_rule: z.nullable(z.enum(ageOutRules)),
    age_out_age: z.nullable(z.int()),
    plan_ends_on: day,
    done_for: z.array(z.string()),
    notified: z.array(z.int()),
  }),
)

const lineOf = (
  row: z.output<typeof found>[number],
  place: number,
  { ends_on }: AgingPeriod,
): AgingLine[] => {
  const { age_out_rule, age_out_age, plan_ends_on, academic_status, offered } = row
  const end = presumedEnd({
    born_on: row.dob,
    company: age_out_rule === null || age_out_age === null ? null : { age_out_rule, age_out_age },
    source_of_coverage: row.source,
    plan_ends_on,
  })
  if (end === null || end.turns_on > ends_on) return []
  const hasLeft = academic_status === 'graduated' || academic_status === 'withdrawn'
  return [
    {
      ...end,
      student_period_id: row.id,
      coverage_type: row.coverage,
      status: row.status,
      born_on: row.dob,
      plan_ends_on,
      place,
      is_in_force: offered && !hasLeft,
      is_done: row.done_for.includes(end.ends_on),
      notified: row.notified,
    },
  ]
}

/** The same words as the partial index `student_periods_parents_plan`, so that it’s used. */
const onParentsPlan = sql<boolean>`(
  sp.medical_waive_source_of_coverage = 'parent_employer_group' or sp.medical_waive_subscriber_relation = 'parent'
  or sp.dental_waive_source_of_coverage = 'parent_employer_group' or sp.dental_waive_subscriber_relation = 'parent'
  or sp.vision_waive_source_of_coverage = 'parent_employer_group' or sp.vision_waive_subscriber_relation = 'parent')`

/** A coverage type as a row of values. */
const lineValues = sql.join(
  coverages.map(
    (coverage) => sql`(${sql.lit(coverage)}, ${sql.ref(`sp.${coverage}_status`)}::text,
      ${sql.ref(`sp.${coverage}_waive_source_of_coverage`)}, ${sql.ref(`sp.${coverage}_waive_subscriber_relation`)},
      ${sql.ref(`sp.${coverage}_waive_insurance_company_id`)}, ${sql.ref(`period.${coverage}_offered`)})`,
  ),
)

/**
 * Returns what students signed in waiver forms that wait for a decision, by coverage type: the record has it only once
 * the form is decided.
 */
export const signedWaivers = (context: ScopeContext, periodId: number): RawBuilder<unknown> => sql`
  select form.student_period_id, line.coverage,
    max(answer ->> 'value') filter (where answer ->> 'name' = line.coverage || '_waive_source_of_coverage') as source,
    max(answer ->> 'value') filter (where answer ->> 'name' = line.coverage || '_waive_subscriber_relation') as relation,
    max(answer ->> 'value') filter (where answer ->> 'name' = line.coverage || '_waive_insurance_company_id')
      as company_id,
    max(answer ->> 'value') filter (where answer ->> 'name' = line.coverage || '_waive_insurance_name_other')
      as company_name,
    max(answer ->> 'value') filter (where answer ->> 'name' = line.coverage || '_waive_member_subscriber_number')
      as member_number
  from form_submissions form
  cross join unnest(form.coverage_types) line(coverage)
  cross join lateral (select content from form_submission_snapshots snapshot
    where snapshot.submission_id = form.id order by snapshot.number desc limit 1) signed
  cross join lateral jsonb_array_elements(signed.content -> 'answers') answer
  where ${scope.within(context, 'form.school_id')} and form.period_id = ${periodId} and form.form_type = 'waiver'
    and form.progress = 'complete' and form.superseded_by_id is null and form.decision <> 'decided'
    and form.student_period_id is not null and not line.coverage = any(form.decided_coverages)
  group by 1, 2`

/** The latest answer of the insurance company. What the simulator made up counts at demo schools only. */
export const latestPlan = (context: ScopeContext): RawBuilder<unknown> => sql`
  select report.plan ->> 'ends_on' as ends_on from eligibility_reports report
  where ${scope.within(context, 'report.school_id')} and report.student_period_id = sp.id
    and report.coverage_type = line.coverage and report.plan is not null and (school.is_demo or not report.is_simulated)
  order by report.id desc limit 1`

/** With some IDs, PostgreSQL looks up these records only. */
const among = (ids: readonly number[] | null): RawBuilder<unknown> =>
  ids === null ? sql`` : sql`and sp.id = any(${[...ids]}::bigint[])`

const candidates = (
  context: ScopeContext,
  { id, ends_on }: AgingPeriod,
  ids: readonly number[] | null,
): RawBuilder<unknown> => sql`
  with signed as materialized (${signedWaivers(context, id)}),
  youngest as materialized (select least(26, min(company.age_out_age)) as age from insurance_companies company),
  relying as materialized (
    select sp.id, sp.student_id from student_periods sp
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${id} and sp.deleted_at is null
      and sp.status = 'active' and ${onParentsPlan} ${among(ids)}
    union
    select sp.id, sp.student_id from student_periods sp
    where ${scope.within(context, 'sp.school_id')} and sp.period_id = ${id} and sp.deleted_at is null
      and sp.status = 'active' and sp.id in (select signed.student_period_id from signed) ${among(ids)}),
  done as materialized (
    select waiver.student_period_id, waiver.coverage_type, array_agg(waiver.presumed_end_on::text) as ends
    from aged_out_waivers waiver
    where ${scope.within(context, 'waiver.school_id')}
      and waiver.student_period_id in (select relying.id from relying)
    group by 1, 2),
  notified as materialized (
    select notice.student_period_id, notice.coverage_type, array_agg(notice.days_before) as days
    from age_out_notices notice
    where ${scope.within(context, 'notice.school_id')}
      and notice.student_period_id in (select relying.id from relying)
    group by 1, 2)
  select sp.id, line.coverage, line.status, sp.status as record_status, sp.academic_status, line.offered,
    coalesce(signed.source, line.source) as source, student.dob, company.age_out_rule, company.age_out_age,
    plan.ends_on as plan_ends_on,
    coalesce(done.ends, '{}') as done_for, coalesce(notified.days, '{}') as notified
  from relying
  join students student on student.id = relying.student_id
  join student_periods sp on sp.id = relying.id
  join periods period on period.id = sp.period_id
  join schools school on school.id = sp.school_id
  cross join lateral (values ${lineValues}) line(coverage, status, source, relation, company_id, offered)
  left join signed on signed.student_period_id = sp.id and signed.coverage = line.coverage
    and line.status = any(array['waiver_submitted', 'waiver_utp'])
  left join insurance_companies company on company.id = coalesce(nullif(signed.company_id, '')::bigint, line.company_id)
  left join lateral (${latestPlan(context)}) plan on true
  left join done on done.student_period_id = sp.id and done.coverage_type = line.coverage
  left join notified on notified.student_period_id = sp.id and notified.coverage_type = line.coverage
  where ${scope.within(context, 'student.school_id')}
    and student.dob <= (${ends_on}::date - make_interval(years => (select age from youngest)))::date + 1
    and line.status = any(${[...agingWaivers]}::text[])
    and (coalesce(signed.source, line.source) = 'parent_employer_group'
      or coalesce(signed.relation, line.relation) = 'parent')
  order by sp.sort_name, sp.id, line.coverage`
