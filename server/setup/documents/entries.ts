import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Entry } from '#server/platform/history/index.ts'
import type { FileRow } from './queries.ts'

/** Returns the history entry of a document. */
export const fileEntry = (
  file: Pick<FileRow, 'id' | 'school_id' | 'student_id' | 'student_period_id'>,
  kind: HistoryKind,
  changes: readonly FieldChange[],
): Entry => ({
  kind,
  subject: { type: 'student_file', id: file.id },
  school_id: file.school_id,
  student_id: file.student_id,
  student_period_id: file.student_period_id,
  changes,
})
