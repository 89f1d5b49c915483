import type { Cause } from '#contract/platform/history/shapes.ts'
import { fieldChanges, recordHistory, type HistoryContext } from '#server/platform/history/index.ts'
import { fileEntry } from '../entries.ts'
import type { StoredUpload } from './add-file.ts'

/** A stored file, and what kind of document it is. */
interface FileToAdd extends StoredUpload {
  readonly kind: string
  /** When it was uploaded. ISO instant. */
  readonly created_at: string
}

/** The student-period that documents are added to. */
interface FileOwner {
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number
}

/**
 * Adds stored files to a student’s documents, without an author, and records it. They share their content with the row
 * they come from: content is deleted only when no row names it. Returns the IDs in the order of the files.
 */
export const addStoredFiles = async (
  context: HistoryContext,
  { school_id, student_id, student_period_id }: FileOwner,
  files: readonly FileToAdd[],
  cause: Cause,
): Promise<number[]> => {
  if (files.length === 0) return []
  const owner = { school_id, student_id, student_period_id }
  const rows = await context.db
    .insertInto('student_files')
    .values(files.map((file) => ({ ...owner, ...file, updated_at: file.created_at })))
    .returning(['id', 'stored_name', 'name', 'kind', 'size'])
    .execute()
  const ids = new Map(rows.map(({ id, stored_name }) => [stored_name, id]))
  const entries = rows.map(({ id, name, kind, size }) =>
    fileEntry({ id, ...owner }, 'file_added', fieldChanges({}, { name, kind, student_period_id, size })),
  )
  await recordHistory(context, { kind: 'file_added', cause, schoolId: school_id }, entries)
  return files.flatMap(({ stored_name }) => ids.get(stored_name) ?? [])
}
