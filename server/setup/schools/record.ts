import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory, type Entry, type HistoryContext } from '#server/platform/history/index.ts'

/** Returns the history entry of a school’s file, which is part of the school’s history. */
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

/** Returns the history entry of a school’s changed settings. */
export const schoolEntry = (schoolId: number, changes: readonly FieldChange[]): Entry => ({
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
  undoable = false,
): Promise<void> => {
  await recordHistory(context, { kind: 'school_changed', undoable, schoolId }, [
    schoolEntry(schoolId, changes),
  ])
}

/** Returns the history entry of a changed logo, by the URLs of the pictures. */
export const logoEntry = (schoolId: number, before: string | null, after: string | null): Entry =>
  schoolEntry(schoolId, [{ field: 'logo_url', before, after }])

/** Sets the URL of the logo, without history; null clears it. */
export const setLogo = async (context: Context, schoolId: number, url: string | null): Promise<void> => {
  await scope
    .update(context, 'schools')
    .set({ logo_url: url, updated_at: context.clock.now().toISOString() })
    .where('id', '=', schoolId)
    .execute()
}

/** Marks a file as removed or restores it. */
export const setRemoved = async (context: Context, id: number, isRemoved: boolean): Promise<void> => {
  await scope
    .update(context, 'school_files')
    .set({ deleted_at: isRemoved ? context.clock.now().toISOString() : null })
    .where('id', '=', id)
    .execute()
}
