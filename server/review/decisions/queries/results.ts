import { sql } from 'kysely'
import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { manualStatuses } from '#contract/review/decisions/choices.ts'
import type { ManualResult } from '#contract/review/decisions/outcome-shapes.ts'
import {
  eligibilityStatuses,
  urgentEligibilityStatuses,
  type EligibilityStatus,
} from '#contract/review/verifications/choices.ts'
import {
  resultBasis,
  verifiedAmounts,
  verifiedPlan,
  type VerifiedAmounts,
  type VerifiedPlan,
} from '#contract/review/verifications/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import type { DecidableForm } from './forms.ts'
import type { EligibilityResult } from '../rules/facts.ts'

/** The result of an eligibility check, and when the payer answered. ISO instant. */
export interface CheckedResult {
  readonly result: EligibilityResult
  readonly at: string
}

const stored = z.object({
  coverage_type: z.enum(coverages),
  status: z.enum(eligibilityStatuses),
  plan: z.nullable(verifiedPlan),
  deductible: z.nullable(verifiedAmounts),
  out_of_pocket_max: z.nullable(verifiedAmounts),
  basis: resultBasis,
})

const planOf = (plan: VerifiedPlan | null) => ({
  plan_name: plan?.name ?? null,
  plan_begins_on: plan?.begins_on ?? null,
  plan_ends_on: plan?.ends_on ?? null,
})

const individualOf = (amounts: VerifiedAmounts | null): string | null => amounts?.individual ?? null

const resultOf = (
  id: number,
  { status, plan, deductible, out_of_pocket_max, basis: { covered, questions } }: z.output<typeof stored>,
): EligibilityResult => ({
  ref: String(id),
  status,
  ...planOf(plan),
  // rules that look ahead read all active plans, joined where they touch
  ...(covered ? { plan_begins_on: covered.begins_on, plan_ends_on: covered.ends_on } : {}),
  ...(questions.length > 0 ? { questions } : {}),
  deductible: individualOf(deductible),
  out_of_pocket_max: individualOf(out_of_pocket_max),
  services: {},
})

/** When the student signed the answers that a form has now: a result from before is about others. */
const lastSigned = (context: ScopeContext) => sql<string>`(
  select max(snapshot.created_at) from form_submission_snapshots as snapshot
  where snapshot.submission_id = form.id and ${scope.within(context, 'snapshot.school_id')})`

/**
 * Returns the latest result of the eligibility checks that were made for each form since its answers were signed, by
 * coverage type. A technical failure doesn’t replace an answer. What the simulator made up counts at demo schools only.
 */
export const readChecked = async (
  context: ScopeContext,
  forms: readonly DecidableForm[],
): Promise<Map<number, Map<Coverage, CheckedResult>>> => {
  const rows = await scope
    .eligibilityReports(context)
    .innerJoin('schools', 'schools.id', 'eligibility_reports.school_id')
    .innerJoin('form_submissions as form', 'form.student_period_id', 'eligibility_reports.student_period_id')
    .distinctOn(['form.id', 'eligibility_reports.coverage_type'])
    .select([
      'form.id as form_id',
      'eligibility_reports.id',
      'eligibility_reports.coverage_type',
      'eligibility_reports.status',
      'eligibility_reports.plan',
      'eligibility_reports.deductible',
      'eligibility_reports.out_of_pocket_max',
      'eligibility_reports.basis',
      'eligibility_reports.retrieved_at',
      'eligibility_reports.created_at',
    ])
    .where('form.id', '=', sql<number>`any(${forms.map(({ id }) => id)}::bigint[])`)
    .where('eligibility_reports.status', 'is not', null)
    .where('eligibility_reports.created_at', '>=', lastSigned(context))
    .where(sql<boolean>`(schools.is_demo or not eligibility_reports.is_simulated)`)
    .orderBy('form.id')
    .orderBy('eligibility_reports.coverage_type')
    .orderBy(sql`eligibility_reports.status in ('request_failed', 'unable_to_send_request')`)
    .orderBy('eligibility_reports.id', 'desc')
    .execute()
  const found = new Map<number, Map<Coverage, CheckedResult>>()
  for (const row of rows) {
    const parsed = z.parse(stored, row)
    const results = found.get(row.form_id) ?? new Map<Coverage, CheckedResult>()
    results.set(parsed.coverage_type, {
      at: row.retrieved_at ?? row.created_at,
      result: resultOf(row.id, parsed),
    })
    found.set(row.form_id, results)
  }
  return found
}

/** The list shows the first of a form. */
const urgency: readonly EligibilityStatus[] = [...urgentEligibilityStatuses, 'active']

/** Returns the result that the list shows for a form: the one of an open coverage type that asks the most of staff. */
export const shownResult = (
  open: readonly Coverage[],
  results: ReadonlyMap<Coverage, CheckedResult>,
): EligibilityStatus | null =>
  urgency.find((status) => open.some((coverage) => results.get(coverage)?.result.status === status)) ?? null

const coverageType = z.enum(coverages)
const status = z.enum(manualStatuses)

const selectResults = (context: ScopeContext, ids: readonly number[]) =>
  scope
    .manualResults(context)
    .distinctOn(['manual_results.submission_id', 'manual_results.coverage_type'])
    .innerJoin('users', 'users.id', 'manual_results.created_by_id')
    .select([
      'manual_results.submission_id',
      'manual_results.id',
      'manual_results.coverage_type',
      'manual_results.status',
      'manual_results.plan_name',
      'manual_results.plan_begins_on',
      'manual_results.plan_ends_on',
      'manual_results.deductible',
      'manual_results.out_of_pocket_max',
      'manual_results.coverage_letter_on',
      'manual_results.note',
      'manual_results.created_by_id',
      'manual_results.created_at',
      sql<string>`users.first_name || ' ' || users.last_name`.as('created_by_name'),
    ])
    .where('manual_results.submission_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('manual_results.submission_id')
    .orderBy('manual_results.coverage_type')
    .orderBy('manual_results.id', 'desc')

/** Returns the latest manual result of each coverage type by form. */
export const readResults = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, Map<Coverage, ManualResult>>> => {
  const found = new Map<number, Map<Coverage, ManualResult>>()
  for (const row of await selectResults(context, ids).execute()) {
    const coverage_type = coverageType.parse(row.coverage_type)
    const results = found.get(row.submission_id) ?? new Map<Coverage, ManualResult>()
    results.set(coverage_type, {
      id: row.id,
      coverage_type,
      status: status.parse(row.status),
      plan_name: row.plan_name,
      plan_begins_on: row.plan_begins_on,
      plan_ends_on: row.plan_ends_on,
      deductible: row.deductible,
      out_of_pocket_max: row.out_of_pocket_max,
      coverage_letter_on: row.coverage_letter_on,
      note: row.note,
      created_by: { id: row.created_by_id, name: row.created_by_name },
      created_at: row.created_at,
    })
    found.set(row.submission_id, results)
  }
  return found
}

/** Returns the latest manual results of a form. */
export const listResults = async (context: ScopeContext, id: number): Promise<ManualResult[]> => [
  ...((await readResults(context, [id])).get(id)?.values() ?? []),
]
