import type { Cause } from '#contract/platform/history/shapes.ts'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { Context, Services } from '#server/platform/context.ts'
import { assertNotErased } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fileNameOf } from '#server/platform/files/file-name.ts'
import { inspectFile } from '#server/platform/files/inspect.ts'
import { assertWithinLimits } from '#server/platform/files/limits.ts'
import { fieldChanges, recordHistory, type HistoryContext } from '#server/platform/history/index.ts'
import type { Upload } from '#server/platform/http/uploads.ts'
import { problem } from '#server/platform/problem.ts'
import { replaceWith } from './change-file.ts'
import { getAnyFile, lockFile, type FileRow } from '../queries.ts'
import { fileEntry } from '../record.ts'

/** The fields sent with an uploaded file. */
interface FileRequest {
  readonly kind?: FileKind | undefined
  readonly student_period_id?: number | undefined
  readonly replaces_id?: number | undefined
}

interface Owner {
  readonly id: number
  readonly school_id: number
}

/** A stored file without a row yet. */
interface StoredUpload {
  readonly stored_name: string
  readonly name: string
  readonly media_type: string
  readonly size: number
  readonly sha256: Buffer
}

/**
 * Checks a file and stores its content before the transaction, so that no database connection waits for the
 * store. Returns the function that saves its row; if that fails, the content is deleted.
 * @throws Problem 422
 */
export const storeFile = async (
  context: Context,
  student: Owner,
  ask: FileRequest,
  file: Upload,
): Promise<(inside: Context) => Promise<number>> => {
  await assertOwnPeriod(context, student, ask.student_period_id)
  if (ask.replaces_id !== undefined) assertReplaceable(await replacedFile(context, student, ask.replaces_id))
  const kept = await storeContent(context.services, file, (size) =>
    assertWithinLimits(context, student.school_id, size),
  )
  return (inside) => withContent(context.services, kept, () => writeRow(inside, student, ask, kept))
}

/** Checks a file’s type and then its size with `assertRoom`, and stores its content. @throws Problem 422 */
export const storeContent = async (
  { files }: Pick<Services, 'files'>,
  file: Upload,
  assertRoom: (size: number) => Promise<void>,
): Promise<StoredUpload> => {
  const { media_type } = await inspectFile(file)
  await assertRoom(file.size)
  return {
    stored_name: await files.put('documents', file.read(), file.size),
    name: fileNameOf(file.name),
    media_type,
    size: file.size,
    sha256: file.hash,
  }
}

/** Saves the row of stored content. If that fails, the content is deleted. */
export const withContent = async <T>(
  { files }: Pick<Services, 'files'>,
  { stored_name }: StoredUpload,
  write: () => Promise<T>,
): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    await files.delete(stored_name)
    throw error
  }
}

const assertOwnPeriod = async (
  context: Context,
  student: Owner,
  periodId: number | undefined,
): Promise<void> => {
  if (periodId === undefined) return
  const found = await scope
    .studentPeriods(context)
    .select('student_periods.id')
    .where('student_periods.id', '=', periodId)
    .where('student_periods.student_id', '=', student.id)
    .executeTakeFirst()
  if (!found) throw problem.selected('student_period_id')
}

/** Checks that the replaced file belongs to the student. @throws Problem 422 */
const replacedFile = async (context: Context, student: Owner, id: number): Promise<FileRow> => {
  const found = await scope
    .studentFiles(context)
    .select('student_files.id')
    .where('student_files.id', '=', id)
    .where('student_files.student_id', '=', student.id)
    .executeTakeFirst()
  if (!found) throw problem.selected('replaces_id')
  return getAnyFile(context, id)
}

/** Checks that the replaced file is current. @throws Problem 409 if it was already replaced or removed */
const assertReplaceable = (former: FileRow): FileRow => {
  if (former.replaced_by_id !== null)
    throw problem.stale(null, 'Someone already uploaded a newer version of this document.')
  if (former.deleted_at !== null) throw problem.stale(null, 'This document was removed. Restore it first.')
  return former
}

const writeRow = async (
  context: Context,
  student: Owner,
  ask: FileRequest,
  kept: StoredUpload,
): Promise<number> => {
  await assertNotErased(context, student.id)
  const former =
    ask.replaces_id === undefined ? null : assertReplaceable(await lockFile(context, ask.replaces_id))
  const at = context.clock.now().toISOString()
  const fields = {
    name: kept.name,
    kind: ask.kind ?? former?.kind ?? 'other',
    student_period_id: ask.student_period_id ?? former?.student_period_id ?? null,
    size: kept.size,
  }
  const place = { school_id: student.school_id, student_id: student.id }
  const { id } = await context.db
    .insertInto('student_files')
    .values({ ...place, ...kept, ...fields, author_id: context.caller.id, created_at: at, updated_at: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (former) await replaceWith(context, id, former.id)
  const kind = former ? 'file_replaced' : 'file_added'
  await recordHistory(context, { kind, undoable: true, schoolId: place.school_id }, [
    fileEntry({ id, ...place, ...fields }, kind, fieldChanges({ ...former }, fields)),
  ])
  return id
}

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
