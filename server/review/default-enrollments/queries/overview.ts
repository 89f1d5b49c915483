import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { chargedStatuses } from '#contract/platform/coverage/status-groups.ts'
import { leftOutReasons, type LeftOutReason } from '#contract/review/default-enrollments/choices.ts'
import type {
  DefaultEnrollment,
  DueGroup,
  LeftOutGroup,
} from '#contract/review/default-enrollments/shapes.ts'
import { asMoney, centsOf } from '#contract/setup/periods/proration.ts'
import type { Context } from '#server/platform/context.ts'
import { feeColumns } from '#server/platform/coverage/index.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { findBefore, listPremiumChecks, selectPeriodWithRules } from '#server/setup/periods/index.ts'
import type { Plan } from '#server/records/student-periods/index.ts'
import type { Standing } from '../rules.ts'
import { readCandidates, type Candidate, type CandidateContext } from './candidates.ts'
import { listRuns } from './runs.ts'

/** What enrolling some students adds, in cents. */
export interface Sums {
  students: number
  fees: number
  total: number
}

/** Returns who would be auto-enrolled today, who wouldn’t and why, and what was done. @throws Problem 404 */
export const readDefaultEnrollment = async (
  context: Context,
  periodId: number,
): Promise<DefaultEnrollment> => {
  const period = await getPeriod(context, periodId)
  const { rules } = await selectPeriodWithRules(context, periodId)
  const { due, left_out, students, fees, total } = await preview(context, periodId)
  return {
    students,
    due,
    left_out,
    fees: asMoney(fees),
    total: asMoney(total),
    unmatched_forms: await countUnmatched(context, periodId),
    issues: await listIssues(context, periodId, due),
    is_automatic: rules.options.default_enrollment_is_automatic,
    last_year: await readLastYear(context, await findBefore(context, period)),
    runs: await listRuns(context, periodId),
  }
}

/** Returns the issues with the premiums of the plans in which students are due. */
export const listIssues = async (
  context: ScopeContext,
  periodId: number,
  due: readonly DueGroup[],
): Promise<DefaultEnrollment['issues']> => {
  const plans = new Set(due.map(({ coverage_type }) => `${coverage_type}-plan`))
  return (await listPremiumChecks(context, periodId)).filter(({ document }) => plans.has(document))
}

/** What a run would do today. */
interface Preview extends Readonly<Sums> {
  readonly due: DueGroup[]
  readonly left_out: LeftOutGroup[]
}

/** Groups the students of a policy year by what auto-enrollment would do today. */
export const preview = async (context: CandidateContext, periodId: number): Promise<Preview> => {
  const sums: Sums = { students: 0, fees: 0, total: 0 }
  const due = new Map<string, DueGroup>()
  const leftOut = new Map<string, LeftOutGroup>()
  for await (const candidates of readCandidates(context, periodId, { isLocking: false }))
    for (const candidate of candidates) {
      addTo(sums, candidate.plan)
      for (const standing of candidate.standings) count(standing, candidate, { due, leftOut })
    }
  return { ...sums, due: inOrder(due), left_out: inOrder(leftOut) }
}

const placeOf = ({ reason }: { readonly reason?: LeftOutReason }): number =>
  reason === undefined ? 0 : leftOutReasons.indexOf(reason)

const inOrder = <
  G extends Pick<DueGroup, 'students' | 'coverage_type'> & { readonly reason?: LeftOutReason },
>(
  groups: ReadonlyMap<string, G>,
): G[] =>
  [...groups.values()].sort(
    (one, other) =>
      coverages.indexOf(one.coverage_type) - coverages.indexOf(other.coverage_type) ||
      placeOf(one) - placeOf(other) ||
      other.students - one.students,
  )

/** Adds what a plan charges to sums: premiums of the lines that it enrolls, and its fees. */
export const addTo = (sums: Sums, { set, moves, row }: Plan): void => {
  if (moves.length === 0) return
  const fees = feeColumns.reduce((sum, name) => sum + amountOf(set[name]), 0)
  const premiums = moves.reduce((sum, { coverage }) => sum + (premiumOf({ row, set }, coverage) ?? 0), 0)
  sums.students += 1
  sums.fees += fees
  sums.total += fees + premiums
}

const amountOf = (value: unknown): number => (typeof value === 'string' ? centsOf(value) : 0)

const valueOf = ({ row, set }: Pick<Plan, 'row' | 'set'>, name: string): unknown =>
  set[name] ?? row.values[name]

/** Returns the premium of a line after a plan in cents; null without one. */
const premiumOf = (plan: Pick<Plan, 'row' | 'set'>, coverage: Coverage): number | null => {
  const value = valueOf(plan, `${coverage}_enroll_premium`)
  return typeof value === 'string' ? centsOf(value) : null
}

interface Groups {
  readonly due: Map<string, DueGroup>
  readonly leftOut: Map<string, LeftOutGroup>
}

const count = (standing: Standing, { plan }: Candidate, { due, leftOut }: Groups): void => {
  const { coverage: coverage_type, status, cohort, reason, due_on } = standing
  const key = groupOf(standing, plan)
  const same = { key, coverage_type, status, cohort }
  if (reason !== 'due') {
    const students = (leftOut.get(key)?.students ?? 0) + 1
    leftOut.set(key, { ...same, reason, due_on, students })
    return
  }
  const premium = premiumOf(plan, coverage_type)
  const students = (due.get(key)?.students ?? 0) + 1
  due.set(key, {
    ...same,
    starts_on: startOf(plan, coverage_type),
    plan_name: planName(plan, coverage_type),
    premium: premium === null ? null : asMoney(premium),
    students,
    total: asMoney((premium ?? 0) * students),
  })
}

/** Returns a text of a record after a plan; null without one. */
const textAfter = (plan: Plan, name: string): string | null => {
  const value = valueOf(plan, name)
  return typeof value === 'string' ? value : null
}

const startOf = (plan: Plan, coverage: Coverage): string =>
  textAfter(plan, `${coverage}_enroll_coverage_start_on`) ?? ''

const planName = (plan: Plan, coverage: Coverage): string | null =>
  textAfter(plan, `${coverage}_enroll_insurance_plan_name`)

/** Returns the key of the group that a line of a student is in: students of a group have the same terms. */
const groupOf = (standing: Standing, plan: Plan): string => {
  const { coverage, status, reason, cohort, due_on } = standing
  const terms =
    reason === 'due'
      ? [startOf(plan, coverage), premiumOf(plan, coverage), planName(plan, coverage)]
      : [due_on]
  return JSON.stringify([coverage, reason, status, cohort, ...terms])
}

/** Returns a page of the students of a group by name. @throws Problem 404 */
export const listGroup = async (
  context: Context,
  periodId: number,
  { group, page, per_page: size }: { group: string; page: number; per_page: number },
) => {
  await getPeriod(context, periodId)
  const found: Candidate[] = []
  for await (const candidates of readCandidates(context, periodId, { isLocking: false }))
    found.push(
      ...candidates.filter(({ standings, plan }) => standings.some((one) => groupOf(one, plan) === group)),
    )
  const rows = found
    .map(({ row: { id, student_id, name, sid } }) => ({ student_id, student_period_id: id, name, sid }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  return { rows: rows.slice((page - 1) * size, page * size), total: rows.length }
}

const countUnmatched = async (context: ScopeContext, periodId: number): Promise<number> => {
  const { total } = await scope
    .formSubmissions(context)
    .select(sql<number>`count(*)::int`.as('total'))
    .where('form_submissions.period_id', '=', periodId)
    .where('form_submissions.student_period_id', 'is', null)
    .where('form_submissions.progress', '=', 'complete')
    .where('form_submissions.superseded_by_id', 'is', null)
    .where(
      sql<boolean>`cardinality(form_submissions.decided_coverages) < cardinality(form_submissions.coverage_types)`,
    )
    .executeTakeFirstOrThrow()
  return total
}

const lastYearLine = z.object({
  coverage_type: z.enum(coverages),
  enrolled: z.int(),
  premiums: z.string(),
})

/** Returns the coverage of an earlier policy year. */
const readLastYear = async (
  context: ScopeContext,
  before: { readonly id: number; readonly name: string } | undefined,
): Promise<DefaultEnrollment['last_year']> => {
  if (!before) return null
  const { rows } = await sql`
    select line.coverage as coverage_type, count(*)::int as enrolled, coalesce(sum(line.premium), 0)::numeric(14, 2)::text as premiums
    from student_periods sp
    cross join lateral (values ${sql.join(
      coverages.map(
        (coverage) =>
          sql`(${sql.lit(coverage)}, ${sql.ref(`sp.${coverage}_status`)}::text, ${sql.ref(`sp.${coverage}_enroll_premium`)})`,
      ),
    )}) line(coverage, status, premium)
    where sp.period_id = ${before.id} and sp.deleted_at is null and ${scope.within(context, 'sp.school_id')}
      and line.status = any(${[...chargedStatuses]})
    group by 1 order by array_position(${[...coverages]}::text[], line.coverage)`.execute(context.db)
  const { total } = await scope
    .defaultEnrollments(context)
    .select(sql<number>`coalesce(sum(default_enrollments.students), 0)::int`.as('total'))
    .where('default_enrollments.period_id', '=', before.id)
    .executeTakeFirstOrThrow()
  return {
    period: { id: before.id, name: before.name },
    coverages: z.parse(z.array(lastYearLine), rows),
    auto_enrolled: total,
  }
}
