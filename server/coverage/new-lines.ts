import type { CoverageStatus } from '#contract/coverage/choices.ts'
import type { AcademicStatus } from '#contract/student-periods/choices.ts'
import type { LineRules, Standing } from './line-rules.ts'
import { startingStatus } from './rules.ts'
import { isTier } from './tiers.ts'
import type { CoverageEvent } from '#contract/coverage/events.ts'

/** Events that a change of the academic status runs on every line. */
export type AcademicEvent = Extract<CoverageEvent, 'loa_start' | 'loa_end' | 'separation' | 'readmission'>

const hasLeft = (status: AcademicStatus | null): boolean => status === 'graduated' || status === 'withdrawn'

/**
 * The event that a change of the academic status runs (decisions section 1): entering leave_of_absence starts
 * the leave, leaving it ends it, entering graduated or withdrawn separates, coming back from there readmits.
 * `before` is null for a new record.
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
 * What a line of the last period becomes in a new one (domain section 2, import_from_period): not_applicable where
 * the new period does not offer it, exempt stays; tiers and waivers are renewed where the new period says so (a waiver
 * to be verified again); everything else starts anew.
 */
export const rolloverStatus = (
  previous: CoverageStatus,
  standing: Standing,
  rules?: Pick<LineRules, 'insurance'>,
): CoverageStatus => {
  const start = startingStatus({ ...standing, exempt: standing.exempt || previous === 'exempt' })
  if (start !== 'not_started' || !rules) return start
  const { enrolled_becomes, waived_becomes } = rules.insurance
  if (isTier(previous) && enrolled_becomes === 'renewed') return previous
  return previous === 'waived' && waived_becomes === 'renewed' ? 'waived_needs_reverified' : start
}
