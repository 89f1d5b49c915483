import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { CoverageEvent } from '#contract/platform/coverage/events.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import { runEvent } from '#server/platform/coverage/index.ts'
import { lineOf, moveContextOf, type MovableRow, type Values } from '#server/records/student-periods/index.ts'

/** The event of each result; the others are never the student’s fault and change nothing (decisions section 3). */
const events: Readonly<Partial<Record<EligibilityStatus, CoverageEvent>>> = {
  active: 'eligibility_active',
  inactive: 'eligibility_inactive',
  missing_request_information: 'eligibility_undetermined',
  unknown: 'eligibility_undetermined',
}

/** Returns whether a result found out nothing for a reason that the student can fix, so that tries are counted. */
export const isUndetermined = (status: EligibilityStatus): boolean =>
  events[status] === 'eligibility_undetermined'

/** A result with the tries in a row that found out nothing, this one included. `today` is `YYYY-MM-DD`. */
interface CountedResult {
  readonly status: EligibilityStatus
  /** Whether the answer leaves something open, so that nothing happens automatically. */
  readonly hasQuestions: boolean
  readonly tries: number
  readonly today: string
}

/** Returns the values that a result gives a record by the transition table; none if it changes nothing. */
export const valuesAfter = (
  row: MovableRow,
  coverage: Coverage,
  { status, hasQuestions, tries, today }: CountedResult,
): Values => {
  const event = events[status]
  if (!event || hasQuestions) return {}
  const context = moveContextOf(row, coverage, today)
  const options = { ...context.options, tries, result: status }
  const outcome = runEvent(event, lineOf(row, coverage), { ...context, options })
  return outcome ? { ...outcome.effects, [statusFieldOf(coverage)]: outcome.to } : {}
}
