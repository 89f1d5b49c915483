import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import { recordHistory, type Entry, type HistoryContext } from '#server/platform/history/index.ts'

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

/** Returns the history entry of a school’s settings. */
const schoolEntry = (schoolId: number, changes: readonly FieldChange[]): Entry => ({
  kind: 'school_changed',
  subject: { type: 'school', id: schoolId },
  school_id: schoolId,
  changes,
})

/** Records a change of a school’s settings. */
export const recordSchoolChange = async (
  context: HistoryContext,
  schoolId: number,
  changes: readonly FieldChange[],
): Promise<void> => {
  await recordHistory(context, { kind: 'school_changed', schoolId }, [schoolEntry(schoolId, changes)])
}

/** Returns the history entry of a logo change. */
export const logoEntry = (schoolId: number, before: string | null, after: string | null): Entry =>
  schoolEntry(schoolId, [{ field: 'logo_url', before, after }])
