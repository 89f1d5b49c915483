import type { FieldChange, HistoryKind } from '#contract/history/shapes.ts'
import type { Entry } from '../history/index.ts'

/** What became of a file of a school, as history tells it. */
export const fileEntry = (
  file: { readonly id: number; readonly school_id: number },
  kind: HistoryKind,
  changes: readonly FieldChange[],
): Entry => ({
  kind,
  subject: { type: 'school_file', id: file.id },
  school_id: file.school_id,
  changes,
})

/** That a school shows another logo. */
export const logoEntry = (schoolId: number, before: string | null, after: string | null): Entry => ({
  kind: 'school_changed',
  subject: { type: 'school', id: schoolId },
  school_id: schoolId,
  changes: [{ field: 'logo_url', before, after }],
})
