import type { FieldChange } from '#contract/platform/history/shapes.ts'

/** What a change did to one record. */
export interface RecordChange {
  /** The record’s entry. Later entries were recorded after it. */
  readonly entry_id: number
  readonly id: number
  readonly how: 'created' | 'changed' | 'removed'
  readonly changes: readonly FieldChange[]
}

/** A record to revert; `how` is what the change did to it. */
export type RevertibleRecord<C extends RecordChange = RecordChange> = C & Omit<RevertibleRow, 'id'>

/** A record that an undo leaves as it is, and why, as shown to staff. */
export interface SkippedChange {
  readonly id: number
  readonly student_id: number | null
  readonly name: string
  readonly reason: string
}

/** The result for the records of a change. */
export interface UndoPlan<C extends RecordChange = RecordChange> {
  readonly reverted: readonly RevertibleRecord<C>[]
  readonly left: readonly SkippedChange[]
}

/** Why a record is skipped, as shown to staff. */
export const skipReasons = {
  gone: 'The record was removed.',
  touched: 'It changed after that.',
  decided: 'The form changed after that.',
  unknown: 'This kind of change can’t be undone.',
  forbidden: 'Only a Shipmate Admin can change this field.',
} as const

/** The fields of a record that every check needs. */
export interface RevertibleRow {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly name: string
}

/** Checks every record of a change. `reasonOf` returns why a record is skipped, or null. */
export const planUndo = <R extends RevertibleRow, C extends RecordChange>(
  rows: ReadonlyMap<number, R>,
  done: readonly C[],
  reasonOf: (row: R, one: C) => string | null,
): UndoPlan<C> => {
  const reverted: RevertibleRecord<C>[] = []
  const left: SkippedChange[] = []
  for (const one of done) {
    const row = rows.get(one.id)
    const reason = row ? reasonOf(row, one) : skipReasons.gone
    if (row && reason === null)
      reverted.push({ ...one, name: row.name, school_id: row.school_id, student_id: row.student_id })
    else
      left.push({
        id: one.id,
        student_id: row?.student_id ?? null,
        name: row?.name ?? '',
        reason: reason ?? '',
      })
  }
  return { reverted, left }
}

/** Returns whether every field still has the value from the change. */
export const isUnchangedSince = (
  row: Readonly<Record<string, unknown>>,
  changes: readonly FieldChange[],
): boolean => changes.every(({ field, after }) => isSame(row[field] ?? null, after))

/** Compares a value from the history with one from the database. */
const isSame = (stored: unknown, recorded: FieldChange['before']): boolean =>
  stored === recorded || (isScalar(stored) && recorded !== null && String(stored) === String(recorded))

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Returns the fields changed in a set of records, in no particular order. */
export const fieldsOf = (done: readonly RecordChange[]): string[] => [
  ...new Set(done.flatMap(({ changes }) => changes.map(({ field }) => field))),
]
