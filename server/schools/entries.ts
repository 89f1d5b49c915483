import type { FieldChange, HistoryKind } from '#contract/history/shapes.ts'
import type { Entry } from '../history/index.ts'

/** Returns the history entry of a school’s file. */
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

/** Returns the history entry of a logo change. */
export const logoEntry = (schoolId: number, before: string | null, after: string | null): Entry => ({
  kind: 'school_changed',
  subject: { type: 'school', id: schoolId },
  school_id: schoolId,
  changes: [{ field: 'logo_url', before, after }],
})
