import type { FieldChange, SubjectType } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Entry } from './record.ts'

/** One entry of a change, as an undo reads it. */
export interface ChangeEntry {
  readonly id: number
  readonly subject_type: SubjectType
  readonly subject_id: number
  readonly student_period_id: number | null
  readonly kind: string
  readonly changes: FieldChange[]
}

/** A skipped record and the reason; `name` is the student’s. */
export interface SkippedRecord {
  readonly id: number
  readonly subject_type: SubjectType
  readonly name: string
  readonly reason: string
}

/** The result of a module’s undo: an entry for every reverted record. */
export interface UndoResult {
  readonly entries: readonly Entry[]
  readonly left: readonly SkippedRecord[]
}

/** A module’s part of an undo. It handles its own records among the entries of the change. */
export type UndoHandler = (
  context: Context,
  changeId: number,
  entries: readonly ChangeEntry[],
) => Promise<UndoResult>

/** Returns the entries of a change about one record type. */
export const entriesAbout = (entries: readonly ChangeEntry[], type: SubjectType): ChangeEntry[] =>
  entries.filter(({ subject_type }) => subject_type === type)

/** The result for one entry: what the revert records, or why the record is skipped; nothing if it’s out of scope. */
export type StepResult = Entry | Pick<SkippedRecord, 'name' | 'reason'> | undefined

/** Undoes entries one after another, in their order. */
export const undoEach = async (
  entries: readonly ChangeEntry[],
  undo: (entry: ChangeEntry) => StepResult | Promise<StepResult>,
): Promise<UndoResult> => {
  const [recorded, left]: [Entry[], SkippedRecord[]] = [[], []]
  for (const entry of entries) {
    const done = await undo(entry)
    if (done && 'kind' in done) recorded.push(done)
    else if (done) left.push({ id: entry.subject_id, subject_type: entry.subject_type, ...done })
  }
  return { entries: recorded, left }
}
