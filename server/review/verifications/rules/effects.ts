import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { CoverageEvent } from '#contract/platform/coverage/events.ts'
import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import type { Reading } from './read-answer.ts'
import type { Step } from '#server/records/student-periods/index.ts'

/** The event of each result; the others are never the student’s fault and change nothing. */
const events: Readonly<Partial<Record<EligibilityStatus, CoverageEvent>>> = {
  active: 'eligibility_active',
  inactive: 'eligibility_inactive',
  missing_request_information: 'eligibility_undetermined',
  unknown: 'eligibility_undetermined',
}

/** What only the office can add: however often it’s missing, nothing is asked of the student. */
export const missingAtOffice = 'payer_id'

/** Returns whether a result found out nothing for a reason that the student can fix, so that tries are counted. */
export const isUndetermined = ({ status, reason_code }: Pick<Reading, 'status' | 'reason_code'>): boolean =>
  events[status] === 'eligibility_undetermined' && reason_code !== missingAtOffice

/** A result with the tries in a row that found out nothing, this one included. */
interface CountedResult {
  readonly coverage_type: Coverage
  readonly status: EligibilityStatus
  /** Whether the answer leaves something open, so that nothing happens automatically. */
  readonly hasQuestions: boolean
  readonly tries: number
}

/** Returns the steps of a result by the transition table; none if it changes nothing. */
export const stepsOf = ({ coverage_type: coverage, status, hasQuestions, tries }: CountedResult): Step[] => {
  const event = events[status]
  return !event || hasQuestions ? [] : [{ event, coverage, options: { tries, result: status } }]
}
