import { sql } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { Entry } from '#server/platform/history/index.ts'
import type { NoteRow } from './queries.ts'

/** The record a note belongs to, for its history. */
export type Place = Pick<NoteRow, 'id' | 'school_id' | 'student_id' | 'student_period_id'>

/** Returns a history entry about a note, in the history of its student. */
export const noteEntry = (note: Place, kind: HistoryKind, changes: readonly FieldChange[]): Entry => ({
  kind,
  subject: { type: 'student_note', id: note.id },
  school_id: note.school_id,
  student_id: note.student_id,
  student_period_id: note.student_period_id,
  changes,
})

export type Fields = { readonly body?: string; readonly pinned?: boolean }

/** Saves fields of notes that were found and locked. */
export const writeNotes = async (
  context: Context,
  ids: readonly number[],
  fields: Fields & { readonly deleted_at?: string | null },
): Promise<void> => {
  await scope
    .update(context, 'student_notes')
    .set((row) => ({
      ...fields,
      version: row('version', '+', 1),
      updated_at: context.clock.now().toISOString(),
    }))
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .execute()
}
