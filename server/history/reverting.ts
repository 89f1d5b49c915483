import type { FieldChange } from '#contract/history/shapes.ts'

/** What an act did to one record. */
export interface Done {
  /** The entry that says so: whatever was recorded after it came since. */
  readonly entry_id: number
  readonly id: number
  readonly how: 'created' | 'changed' | 'removed'
  readonly changes: readonly FieldChange[]
}

/** A record that goes back; `how` is what the act had done to it. */
export interface Reverted extends Done {
  readonly name: string
  readonly school_id: number
  readonly student_id: number
}

/** A record that stays as it is, and why. */
export interface Left {
  readonly id: number
  readonly student_id: number | null
  readonly name: string
  readonly reason: string
}

/** What becomes of the records of an act. */
export interface Verdicts {
  readonly reverted: readonly Reverted[]
  readonly left: readonly Left[]
}

/** Why a record stays, in the words of staff. */
export const leftBecause = {
  gone: 'The record is gone.',
  touched: 'It was changed since.',
  unknown: 'This kind of change cannot be taken back.',
  forbidden: 'Only a Shipmate Admin may change this field.',
} as const

/** As much of a record as every verdict needs. */
export interface JudgedRow {
  readonly id: number
  readonly school_id: number
  readonly student_id: number
  readonly name: string
}

/** Judges every record of an act: `reasonOf` says why one stays, or null. */
export const judgeAll = <R extends JudgedRow>(
  rows: ReadonlyMap<number, R>,
  done: readonly Done[],
  reasonOf: (row: R, one: Done) => string | null,
): Verdicts => {
  const reverted: Reverted[] = []
  const left: Left[] = []
  for (const one of done) {
    const row = rows.get(one.id)
    const reason = row ? reasonOf(row, one) : leftBecause.gone
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

/** Whether every field still has what the act gave it. */
export const isAsLeft = (row: Readonly<Record<string, unknown>>, changes: readonly FieldChange[]): boolean =>
  changes.every(({ field, after }) => isSame(row[field] ?? null, after))

/** Values as history spells them compare with values as the database gives them. */
const isSame = (stored: unknown, recorded: FieldChange['before']): boolean =>
  stored === recorded || (isScalar(stored) && recorded !== null && String(stored) === String(recorded))

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The fields that a set of records has changed, in no order. */
export const fieldsOf = (done: readonly Done[]): string[] => [
  ...new Set(done.flatMap(({ changes }) => changes.map(({ field }) => field))),
]
