import type { Coverage } from '#contract/setup/coverage/choices.ts'
import type { Reading } from './rules/read-answer.ts'

/** A check that this run works on. */
export interface RunningCheck {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number
  readonly coverage_type: Coverage
  /** It was created by this run, so nothing was asked yet. */
  readonly isNew?: true
}

/** What a check came to, and whether the payer said it. */
export interface Finding {
  readonly reading: Reading
  readonly isFromPayer: boolean
}
