import { sql } from 'kysely'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import type { FormFile } from '#contract/review/form-submissions/review-shapes.ts'
import type { Services } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { isInline } from '#server/records/documents/index.ts'
import { problem } from '#server/platform/problem.ts'
import { tokenHash } from '../rules/tokens.ts'

/** Returns the file of a complete form, and the student it was matched with. @throws Problem 404 */
export const getFormFile = async (context: ScopeContext, id: number) => {
  const found = await scope
    .formFiles(context)
    .innerJoin('form_submissions as form', 'form.id', 'form_files.submission_id')
    .select([
      'form_files.id',
      'form_files.school_id',
      'form.student_id',
      'form_files.name',
      'form_files.kind',
      'form_files.media_type',
      'form_files.size',
      'form_files.sha256',
      'form_files.stored_name',
    ])
    .where('form_files.id', '=', id)
    .where('form.progress', '=', 'complete')
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

/** Returns the files sent with a complete form, in the order they were uploaded. */
export const listFormFiles = async (context: ScopeContext, submissionId: number): Promise<FormFile[]> =>
  (await listFilesOfForms(context, [submissionId])).get(submissionId) ?? []

/** Returns the files sent with the appeal of a form, in the order they were uploaded. */
export const listAppealFiles = async (context: ScopeContext, submissionId: number): Promise<FormFile[]> =>
  (await selectFiles(context, [submissionId]).where('form_files.is_of_appeal', '=', true).execute()).map(
    presentFile,
  )

/** Returns the files sent with complete forms by form, in the order they were uploaded. */
export const listFilesOfForms = async (
  context: ScopeContext,
  submissionIds: readonly number[],
): Promise<Map<number | null, FormFile[]>> => {
  const rows = await selectFiles(context, submissionIds).execute()
  const byForm = Map.groupBy(rows, ({ submission_id: id }) => id)
  return new Map([...byForm].map(([id, files]) => [id, files.map(presentFile)]))
}

const selectFiles = (context: ScopeContext, submissionIds: readonly number[]) =>
  scope
    .formFiles(context)
    .innerJoin('form_submissions as form', 'form.id', 'form_files.submission_id')
    .select([
      'form_files.id',
      'form_files.submission_id',
      'form_files.name',
      'form_files.kind',
      'form_files.media_type',
      'form_files.size',
      'form_files.created_at',
    ])
    .where('form_files.submission_id', '=', sql<number>`any(${[...submissionIds]}::bigint[])`)
    .where('form.progress', '=', 'complete')
    .orderBy('form_files.id')

interface FileRow extends Omit<FormFile, 'kind' | 'inline' | 'url'> {
  readonly submission_id: number | null
  readonly kind: string
}

const presentFile = ({ submission_id: _of, ...row }: FileRow): FormFile => ({
  ...row,
  // the column's CHECK allows exactly the contract's types
  kind: row.kind as FileKind,
  inline: isInline(row.media_type),
  url: `/api/form-files/${row.id}`,
})

/** Returns the files of an unfinished form by their tokens, in that order. */
export const listNamedFiles = async (
  context: ScopeContext,
  { keys }: Pick<Services, 'keys'>,
  submissionId: number,
  tokens: readonly string[],
) => {
  const rows = await scope
    .formFiles(context)
    .select(['form_files.token_hash', 'form_files.name', 'form_files.kind', 'form_files.size'])
    .where('form_files.submission_id', '=', submissionId)
    .execute()
  return tokens.flatMap((file_token) => {
    const hash = tokenHash(keys, 'form-file', file_token)
    const row = rows.find(({ token_hash }) => token_hash.equals(hash))
    // the column's CHECK allows exactly the contract's types
    return row ? [{ file_token, name: row.name, kind: row.kind as FileKind, size: row.size }] : []
  })
}
