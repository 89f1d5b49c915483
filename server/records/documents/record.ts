import { sql } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { Entry } from '#server/platform/history/index.ts'
import type { FileRow } from './queries.ts'

/** Returns the history entry of a document, which is part of its student’s history. */
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

/** Saves fields of a document that was found and locked. */
export const writeFile = async (
  context: Context,
  id: number,
  fields: { readonly name?: string; readonly kind?: string },
): Promise<void> => {
  await scope
    .update(context, 'student_files')
    .set((row) => ({
      ...fields,
      version: row('version', '+', 1),
      updated_at: context.clock.now().toISOString(),
    }))
    .where('id', '=', id)
    .execute()
}

/** Marks a document and its earlier versions as removed, or restores those removed with it. */
export const setRemoved = async (
  context: Context,
  file: Pick<FileRow, 'id' | 'deleted_at'>,
  isRemoved: boolean,
): Promise<void> => {
  const at = context.clock.now().toISOString()
  await sql`
    with recursive chain as (
      select id from student_files where id = ${file.id} and ${scope.within(context, 'school_id')}
      union all
      select former.id from student_files former join chain on former.replaced_by_id = chain.id
    )
    update student_files one
    set deleted_at = ${isRemoved ? at : null}::timestamptz, version = one.version + 1, updated_at = ${at}
    from chain
    where one.id = chain.id and one.deleted_at is not distinct from ${file.deleted_at}::timestamptz`.execute(
    context.db,
  )
}
