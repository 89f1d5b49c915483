import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Entry } from '#server/platform/history/index.ts'
import { planChange, type MovableRow } from '#server/records/student-periods/index.ts'
import { stepsOf } from './rules/effects.ts'
import type { Reading } from './rules/read-answer.ts'

/** Returns what the history says about a result. */
export const entryOf = (
  check: Omit<RunningCheck, 'id'>,
  { message, status }: Pick<Reading, 'message' | 'status'>,
): Entry => {
  const { school_id, student_id, student_period_id, coverage_type } = check
  return {
    kind: 'eligibility_checked',
    subject: { type: 'student_period', id: student_period_id },
    school_id,
    student_id,
    student_period_id,
    reason: message,
    changes: [{ field: `${coverage_type}_eligibility`, before: null, after: status }],
  }
}

/** Plans what results make of a record, which it gets in one change. */
export const planResults = (
  row: MovableRow,
  results: readonly Parameters<typeof stepsOf>[0][],
  today: string,
) => {
  return planChange(row, results.flatMap(stepsOf), today)
}

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
