import { daysBetween } from '#server/platform/lib/days.ts'
import type { Line, MoveContext } from './line.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import type { Condition } from '#contract/platform/coverage/transitions.ts'

/** Attempts before an eligibility check counts as undetermined, until waiver options are published. */
const defaultTries = 3

/** Results for which the student may be asked for more; other results aren’t caused by the student. */
const undeterminedResults: ReadonlySet<string> = new Set(['missing_request_information', 'unknown'])

/** Whether a student is enrolled and asks to waive. */
export const isEnrolledWaiver = (status: string | null): boolean =>
  status === 'enrolled_waiver_submitted' || status === 'enrolled_waiver_utp'

const isInForce = (line: Line, { record }: MoveContext): boolean => {
  const hasLeft = record?.academic_status === 'graduated' || record?.academic_status === 'withdrawn'
  return line.offered && record?.status !== 'inactive' && !hasLeft
}

/** Whether a line is enrolled, or was before a leave. */
export const hasBeenEnrolled = ({ status, prior_status: prior }: Line): boolean => {
  const counted = status === 'loa' ? prior : status
  return isTier(counted) || isEnrolledWaiver(counted)
}

/** Whether a day is among the first days of coverage. The day on which it starts is day 1; a day before it counts too. */
export const endsEarly = (line: Line, context: MoveContext): boolean => {
  const days = context.options?.withdrawal_void_days ?? 0
  const start = line.coverage_start_on ?? context.period.starts_on
  return days > 0 && daysBetween(start, context.effective_on ?? context.today) < days
}

/** Whether a leave took coverage back whole. */
const isVoidOnLeave = ({ status, coverage_start_on: start, coverage_end_on: end }: Line): boolean =>
  status === 'loa' && start != null && end != null && end <= start

const withdrawsEarly = (line: Line, context: MoveContext): boolean =>
  hasBeenEnrolled(line) &&
  (isVoidOnLeave(line) || (context.record?.academic_status === 'withdrawn' && endsEarly(line, context)))

/** Whether coverage that ends because the student left hasn’t ended yet. */
const goesOn = (
  { prior_tier: tier, coverage_end_on: end }: Line,
  { effective_on, today }: MoveContext,
): boolean => tier !== null && (end ?? '') > (effective_on ?? today)

const conditions: Record<Condition, (line: Line, context: MoveContext) => boolean> = {
  may_be_declined: (line) => line.coverage !== 'medical' || line.voluntary,
  offered: (line) => line.offered,
  in_force: isInForce,
  tries_exhausted: (_line, { options, mostTries }) =>
    (options?.tries ?? 0) >= (mostTries?.() ?? defaultTries) &&
    undeterminedResults.has(options?.result ?? ''),
  on_parents_plan: (line, context) =>
    isInForce(line, context) &&
    (line.source_of_coverage === 'parent_employer_group' || line.subscriber_relation === 'parent') &&
    (context.options?.presumed_end_on ?? '9999-12-31') <= context.today,
  keeps_coverage_on_leave: (_line, { options }) => options?.keeps_coverage_on_leave === true,
  default_option: (line, context) =>
    isInForce(line, context) && context.options?.default_also?.includes(line.status) === true,
  benefits_unused: (_line, { isLockedByBenefits }) => isLockedByBenefits?.() !== true,
  prior_is_enrolled: (line) => hasBeenEnrolled(line) || line.prior_status === 'enrolled_eoc',
  withdraws_early: withdrawsEarly,
  coverage_goes_on: goesOn,
}

/** Returns whether a row’s condition matches a line; a row without a condition always applies. */
export const matchesCondition = (
  condition: Condition | undefined,
  line: Line,
  context: MoveContext,
): boolean => condition === undefined || conditions[condition](line, context)
