import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import { proratedPremium, type Term } from '#contract/setup/periods/proration.ts'

const planFields = [
  'insurance_plan_name',
  'insurance_type',
  'insurance_underwriter',
  'group_number',
  'premium',
  'direct_pay_premium',
] as const

/** The plan details in a student-period’s line. */
export type PlanEffects = {
  [K in `${Coverage}_enroll_${(typeof planFields)[number]}`]?: string | null
}

/** Returns the columns of a line that come from its plan. */
export const planColumns = (coverage: Coverage): string[] =>
  planFields.map((field) => `${coverage}_enroll_${field}`)

/**
 * Returns the plan’s details and the premium of a tier. Details the plan doesn’t have don’t change in the
 * record.
 */
export const planEffects = (
  coverage: Coverage,
  plan: Plan,
  tier: Tier,
  covered: Term,
  period: Term,
): PlanEffects => {
  const said = {
    [`${coverage}_enroll_insurance_plan_name` as const]: plan.name,
    [`${coverage}_enroll_insurance_type` as const]: plan.insurance_type,
    [`${coverage}_enroll_insurance_underwriter` as const]: plan.underwriter,
    [`${coverage}_enroll_group_number` as const]: plan.group_number,
    [`${coverage}_enroll_premium` as const]: proratedPremium(plan.premiums[tier], plan, covered, period),
    [`${coverage}_enroll_direct_pay_premium` as const]: plan.direct_pay
      ? proratedPremium(plan.direct_pay_premiums[tier], plan, covered, period)
      : null,
  }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
}
