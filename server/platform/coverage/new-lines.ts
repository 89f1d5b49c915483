import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { separatedStatuses, type AcademicStatus } from '#contract/platform/record/student-period-choices.ts'
import type { LineRules, CoverageEligibility } from './line-rules.ts'
import { startingStatus } from './rules.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import type { CoverageEvent } from '#contract/platform/coverage/events.ts'

/** Events that a change of academic status runs on every line. */
export type AcademicEvent = Extract<CoverageEvent, 'loa_start' | 'loa_end' | 'separation' | 'readmission'>

const hasLeft = (status: AcademicStatus | null): boolean => separatedStatuses.some((one) => one === status)

/**
 * Returns the event for a change of academic status: entering leave_of_absence starts the leave and leaving it ends it;
 * entering graduated or withdrawn separates and leaving them readmits. `before` is null for a new record.
 */
export const eventForAcademicStatus = (
  before: AcademicStatus | null,
  after: AcademicStatus | null,
): AcademicEvent | null => {
  if (before === after) return null
  if (after === 'leave_of_absence') return 'loa_start'
  if (hasLeft(after)) return hasLeft(before) ? null : 'separation'
  if (before === 'leave_of_absence') return 'loa_end'
  return hasLeft(before) ? 'readmission' : null
}

/**
 * Returns the starting status of a renewed line in a new period: not_applicable if it isn’t offered; exempt stays;
 * tiers and waivers are renewed if the period says so (waivers need reverification); everything else starts over.
 */
export const rolloverStatus = (
  previous: CoverageStatus,
  standing: CoverageEligibility,
  rules?: Pick<LineRules, 'insurance'>,
): CoverageStatus => {
  const start = startingStatus({ ...standing, exempt: standing.exempt || previous === 'exempt' })
  if (start !== 'not_started' || !rules) return start
  const { enrolled_becomes, waived_becomes } = rules.insurance
  if (isTier(previous) && enrolled_becomes === 'renewed') return previous
  return previous === 'waived' && waived_becomes === 'renewed' ? 'waived_needs_reverified' : start
}
