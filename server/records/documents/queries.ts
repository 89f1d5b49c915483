import { sql } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

const selectFiles = (context: ScopeContext) =>
  scope
    .studentFiles(context)
    .leftJoin('users', 'users.id', 'student_files.author_id')
    .select([
      'student_files.id',
      'student_files.school_id',
      'student_files.student_id',
      'student_files.student_period_id',
      'student_files.name',
      'student_files.kind',
      'student_files.media_type',
      'student_files.size',
      'student_files.sha256',
      'student_files.stored_name',
      'student_files.author_id',
      'student_files.version',
      'student_files.replaced_by_id',
      'student_files.created_at',
      'student_files.deleted_at',
      sql<string | null>`users.first_name || ' ' || users.last_name`.as('author_name'),
    ])
export type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['executeTakeFirstOrThrow']>>

/** Lists every file of a student, including removed and replaced ones, newest first. */
export const listFilesOf = (context: ScopeContext, studentId: number): Promise<FileRow[]> =>
  selectFiles(context)
    .where('student_files.student_id', '=', studentId)
    .orderBy('student_files.created_at', 'desc')
    .orderBy('student_files.id', 'desc')
    .execute()

/** Returns a file, removed or not. @throws Problem 404 when unknown or foreign */
export const getAnyFile = async (context: ScopeContext, id: number): Promise<FileRow> => {
  const row = await selectFiles(context).where('student_files.id', '=', id).executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** Returns a current file. @throws Problem 404 when unknown, foreign or removed */
export const getFile = async (context: ScopeContext, id: number): Promise<FileRow> => {
  const row = await getAnyFile(context, id)
  if (row.deleted_at !== null) throw problem.notFound()
  return row
}

/** Returns a file and locks its row until the end of the transaction. @throws Problem 404 */
export const lockFile = async (context: ScopeContext, id: number): Promise<FileRow> => {
  const locked = await scope
    .studentFiles(context)
    .select('student_files.id')
    .where('student_files.id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!locked) throw problem.notFound()
  return getAnyFile(context, id)
}
