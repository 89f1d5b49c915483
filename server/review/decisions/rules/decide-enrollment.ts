import type { CoverageStatus } from '#contract/setup/coverage/choices.ts'
import type { WaiverDecision } from '#contract/review/decisions/shapes.ts'
import { transitions } from '#contract/setup/coverage/transitions.ts'
import { daysBetween } from '#server/platform/lib/days.ts'

/** What a suggestion about an enroll form is made from. Its answers were checked when it was sent. */
export interface EnrollmentFacts {
  /** Null while the form isn’t matched. */
  readonly status: CoverageStatus | null
  /** Whether the form couldn’t change the status. */
  readonly is_flagged: boolean
  readonly today: string
  readonly starts_on: string
}

/** The version of these rules. Raise it with every change that can change a result. */
export const enrollmentEngineVersion = 'enroll-1'

const approvable: ReadonlySet<CoverageStatus> = new Set(
  transitions.filter(({ event }) => event === 'approve_enrollment').flatMap(({ from }) => from),
)

/**
 * Decides one coverage type of an enroll form: the intake has checked everything that the policy year asks for, so it’s
 * approved wherever its status allows that, and staff look at the rest.
 */
export const decideEnrollment = ({
  status,
  is_flagged,
  today,
  starts_on,
}: EnrollmentFacts): WaiverDecision => {
  const canApprove = status !== null && approvable.has(status) && !is_flagged
  const days = daysBetween(today, starts_on)
  return {
    recommendation: canApprove ? 'approve' : 'needs_review',
    confidence: canApprove ? 'high' : 'low',
    rules: [],
    blocking: [],
    suggested_status: null,
    student_message: canApprove
      ? 'Your enrollment meets the school’s requirements.'
      : 'The office is reviewing your enrollment. You don’t need to do anything now.',
    engine_version: enrollmentEngineVersion,
    risk: days >= 0 && days <= 7 ? 5 : 0,
  }
}
