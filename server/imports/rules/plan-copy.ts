import { carryOver, type CarryContext } from '#server/student-periods/index.ts'
import { differing, type Plan } from './plan.ts'
import type { Value } from './reading.ts'

/** A student-period to be carried over, and whether the student is in the new period already. */
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

/** Decides what becomes of a student of the former period: added to the new one, or unchanged where already there. */
export const planCopy = (row: number, source: CopySource, context: CarryContext): Plan => {
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
  }
  if (source.target_id !== null) return { ...plan, outcome: 'unchanged', student_period_changes: [] }
  const written = carryOver(source.values, context)
  return { ...plan, outcome: 'added', student_period_changes: differing({}, written) }
}
