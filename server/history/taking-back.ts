import type { FieldChange, SubjectType } from '#contract/history/shapes.ts'
import type { Context } from '../context.ts'
import type { Entry } from './record.ts'

/** One entry of an act, as undoing reads it. */
export interface ActEntry {
  readonly id: number
  readonly subject_type: string
  readonly subject_id: number
  readonly student_period_id: number | null
  readonly kind: string
  readonly changes: FieldChange[]
}

/** A record that stays as it is, and why; `name` is the student's. */
export interface LeftAlone {
  readonly id: number
  readonly subject_type: SubjectType
  readonly name: string
  readonly reason: string
}

/** What a room has taken back: an entry for every record that it reverted. */
export interface TakenBack {
  readonly entries: readonly Entry[]
  readonly left: readonly LeftAlone[]
}

/** The entries of an act about one sort of record, by the record. */
export const entriesAbout = (
  entries: readonly ActEntry[],
  type: SubjectType,
): ReadonlyMap<number, ActEntry> =>
  new Map(
    entries.filter(({ subject_type }) => subject_type === type).map((entry) => [entry.subject_id, entry]),
  )

/** A room's part in an undo: it looks for its own records among the entries of the act. */
export type TakeBack = (
  context: Context,
  changeId: number,
  entries: readonly ActEntry[],
) => Promise<TakenBack>
