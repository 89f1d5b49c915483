import type { FieldChange } from '#contract/platform/history/shapes.ts'
import type { LeftOutReason } from '#contract/review/imports/choices.ts'
import type { ImportOutcome, RowFinding } from '#contract/review/imports/shapes.ts'
import { copyValues, type CopyContext } from '#server/records/student-periods/index.ts'
import type { RowError, Value } from './reading.ts'

/**
 * The planned result of one row: a row of `import_rows` without the import’s ID, and with the SSN not yet
 * encrypted.
 */
export interface Plan {
  readonly row_number: number
  readonly outcome: ImportOutcome
  readonly sid: string | null
  readonly name: string
  /** The matched student, or null for a new one. */
  readonly student_id: number | null
  readonly student_version: number | null
  readonly student_period_id: number | null
  readonly student_period_version: number | null
  readonly from_student_period_id: number | null
  /** The SSN’s blind index as the database writes bytes: `\x…`. */
  readonly ssn_index: string | null
  /** 9 digits, only if the SSN is to be saved. Encrypted when its owner is known. */
  readonly ssn: string | null
  readonly ssn_last_four: string | null
  /** The values to save and show, with masked SSNs. */
  readonly student_changes: readonly FieldChange[]
  readonly student_period_changes: readonly FieldChange[]
  readonly errors: readonly RowError[]
  /** What is doubtful about the row’s student. */
  readonly finding: RowFinding | null
  /** Why the student isn’t copied from the earlier year; missing for the others. */
  readonly left_out_for?: LeftOutReason
  /** The outcome of a stopped row once staff confirm it; null if they can’t. */
  readonly other_outcome: ImportOutcome | null
}

/** Returns the fields in which `after` differs from `before`. Fields missing in `after` don’t change. */
export const differing = (
  before: Readonly<Record<string, Value | null | undefined>>,
  after: Readonly<Record<string, Value | null | undefined>>,
): FieldChange[] => {
  const changes: FieldChange[] = []
  for (const field in after) {
    const [was, is] = [before[field] ?? null, after[field] ?? null]
    if (was !== is) changes.push({ field, before: was, after: is })
  }
  return changes
}

/** A student-period of the earlier period, and whether the student is already in the new one. */
export interface CopySource {
  readonly id: number
  readonly student_id: number
  readonly student_version: number
  readonly sid: string
  readonly name: string
  readonly target_id: number | null
  readonly target_version: number | null
  /** Why it isn’t copied; null if it is. */
  readonly left_out_for: LeftOutReason | null
  readonly values: Readonly<Record<string, Value | null>>
}

/** Returns the planned result for a student of the earlier period: added, or unchanged if they’re left out. */
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
  const { left_out_for } = source
  if (left_out_for !== null)
    return { ...plan, outcome: 'unchanged', left_out_for, student_period_changes: [] }
  const written = copyValues(source.values, context)
  return { ...plan, outcome: 'added', student_period_changes: differing({}, written) }
}
