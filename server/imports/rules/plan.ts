import type { FieldChange } from '#contract/history/shapes.ts'
import type { ImportError, ImportOutcome } from '#contract/imports/shapes.ts'
import type { Value } from './reading.ts'

/** What would become of one row: a row of `import_rows` but for the import's id, its SSN not encrypted yet. */
export interface Plan {
  readonly row_number: number
  readonly outcome: ImportOutcome
  readonly sid: string | null
  readonly name: string
  /** The matched student, or null where one is to be made. */
  readonly student_id: number | null
  readonly student_version: number | null
  readonly student_period_id: number | null
  readonly student_period_version: number | null
  readonly from_student_period_id: number | null
  /** The SSN's blind index in the database's spelling of bytes: `\x…`. */
  readonly ssn_index: string | null
  /** Nine digits, only where the SSN is to be written. Encrypted as soon as it is known whose it will be. */
  readonly ssn: string | null
  readonly ssn_last_four: string | null
  /** What is written, and shown: an SSN as its mask. */
  readonly student_changes: readonly FieldChange[]
  readonly student_period_changes: readonly FieldChange[]
  readonly errors: readonly ImportError[]
}

/** The fields in which `after` differs from `before`; what `after` does not name stays. */
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
