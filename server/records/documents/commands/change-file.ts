import type { HandlerInput } from '#contract/platform/endpoint.ts'
import type { updateFile as endpoint } from '#contract/records/documents/endpoints.ts'
import type { HistoryKind, FieldChange } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { fileEntry, setRemoved, writeFile } from '../record.ts'
import { presentFile } from '../present.ts'
import { listFilesOf, lockFile, type FileRow } from '../queries.ts'
import { fileNameOf } from '#server/platform/files/file-name.ts'

const record = (context: Context, file: FileRow, kind: HistoryKind, changes: readonly FieldChange[]) =>
  recordHistory(context, { kind, undoable: true, schoolId: file.school_id }, [fileEntry(file, kind, changes)])

/** Returns a document, locked for a change. @throws Problem 404 when unknown, foreign or removed */
const openFile = async (context: Context, id: number): Promise<FileRow> => {
  const file = await lockFile(context, id)
  if (file.deleted_at !== null) throw problem.notFound()
  return file
}

/** Changes a document’s name or type. @throws Problem 404, 409 with the current document */
export const updateFile = async (
  context: Context,
  id: number,
  { version, ...sent }: HandlerInput<typeof endpoint>['body'],
): Promise<void> => {
  const file = await openFile(context, id)
  if (version !== undefined && version !== file.version)
    throw problem.stale(presentFile(file, await listFilesOf(context, file.student_id)))
  const fields = {
    ...(sent.kind === undefined ? {} : { kind: sent.kind }),
    ...(sent.name === undefined ? {} : { name: withEnding(fileNameOf(sent.name), file.name) }),
  }
  const changes = fieldChanges({ ...file }, fields)
  if (changes.length === 0) return
  await writeFile(context, id, fields)
  await record(context, file, 'file_changed', changes)
}

/** Keeps the file extension, because it determines which program opens the file. */
const withEnding = (name: string, former: string): string => {
  const ending = /\.[a-z0-9]{1,10}$/i.exec(former)?.[0] ?? ''
  const hasIt = name.toLowerCase().endsWith(ending.toLowerCase())
  return hasIt ? name : name.slice(0, 200 - ending.length) + ending
}

/** Removes a document with its earlier versions; the files stay stored. @throws Problem 404 */
export const removeFile = async (context: Context, id: number): Promise<void> => {
  const file = await openFile(context, id)
  await setRemoved(context, file, true)
  await record(context, file, 'file_removed', [{ field: 'name', before: file.name, after: null }])
}

/** Restores a removed document. Other documents don’t change. @throws Problem 404 */
export const restoreFile = async (context: Context, id: number): Promise<void> => {
  const file = await lockFile(context, id)
  if (file.deleted_at === null) return
  await setRemoved(context, file, false)
  await record(context, file, 'file_restored', [{ field: 'name', before: null, after: file.name }])
}

/** Makes the previous version of a document current again. Returns its ID; null if there is none. */
export const restorePrevious = async (context: Context, id: number): Promise<number | null> => {
  const freed = await scope
    .update(context, 'student_files')
    .set({ replaced_by_id: null })
    .where('replaced_by_id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return freed?.id ?? null
}

/** Replaces a current document with another file. */
export const replaceWith = async (context: Context, id: number, formerId: number): Promise<void> => {
  await scope
    .update(context, 'student_files')
    .set({ replaced_by_id: id, updated_at: context.clock.now().toISOString() })
    .where('id', '=', formerId)
    .execute()
}
