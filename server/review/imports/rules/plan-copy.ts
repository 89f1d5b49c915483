import { copyValues, type CopyContext } from '#server/records/student-periods/index.ts'
import { differing, type Plan } from './plan.ts'
import type { Value } from './reading.ts'

/** A student-period to copy, and whether the student is already in the new period. */
export interface CopySource {
  readonly id: number
  readonly student_id: number
  readonly student_version: number
  readonly sid: string
  readonly name: string
  readonly target_id: number | null
  readonly target_version: number | null
  readonly values: Readonly<Record<string, Value | null>>
}

/**
 * Returns the planned result for a student of the earlier period: added, or unchanged if already in the new
 * one.
 */
export const planCopy = (row: number, source: CopySource, context: CopyContext): Plan => {
  const plan = {
    row_number: row,
    sid: source.sid,
    name: source.name,
    student_id: source.student_id,
    student_version: source.student_version,
    student_period_id: source.target_id,
    student_period_version: source.target_version,
    from_student_period_id: source.id,
    ssn_index: null,
    ssn: null,
    ssn_last_four: null,
    student_changes: [],
    errors: [],
    finding: null,
    other_outcome: null,
  }
  if (source.target_id !== null) return { ...plan, outcome: 'unchanged', student_period_changes: [] }
  const written = copyValues(source.values, context)
  return { ...plan, outcome: 'added', student_period_changes: differing({}, written) }
}
