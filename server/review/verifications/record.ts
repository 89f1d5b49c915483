import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { fieldChanges, type Entry } from '#server/platform/history/index.ts'
import type { MovableRow, Values } from '#server/records/student-periods/index.ts'
import type { Reading } from './rules/read-answer.ts'

/** Returns what the history says about a result: what came out, and what it changed. */
export const entriesOf = (
  check: Omit<RunningCheck, 'id'>,
  { message, status }: Pick<Reading, 'message' | 'status'>,
  row: MovableRow | undefined,
  set: Values,
): Entry[] => {
  const { school_id, student_id, student_period_id, coverage_type } = check
  const about = {
    subject: { type: 'student_period', id: student_period_id },
    school_id,
    student_id,
    student_period_id,
  } as const
  const moved = row ? fieldChanges(row.values, set) : []
  return [
    {
      kind: 'eligibility_checked',
      ...about,
      reason: message,
      changes: [{ field: `${coverage_type}_eligibility`, before: null, after: status }],
    },
    ...(moved.length === 0 ? [] : [{ kind: 'coverage_status_changed' as const, ...about, changes: moved }]),
  ]
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
