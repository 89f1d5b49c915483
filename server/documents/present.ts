import { fileTypes, type FileKind } from '#contract/documents/choices.ts'
import type { StudentFile } from '#contract/documents/shapes.ts'
import { pick } from '../lib/pick.ts'
import type { FileRow } from './queries.ts'

/** Returns whether browsers show the file type inline. */
export const isInline = (mediaType: string): boolean =>
  fileTypes.some((type) => type.media_type === mediaType && type.inline)

const presentOne = (row: FileRow): Omit<StudentFile, 'versions'> => ({
  ...pick(row, [
    'id',
    'student_id',
    'student_period_id',
    'name',
    'media_type',
    'size',
    'created_at',
    'version',
  ]),
  // the column's CHECK allows exactly the contract's types
  kind: row.kind as FileKind,
  created_by: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
  url: `/api/files/${row.id}`,
  inline: isInline(row.media_type),
  removed_at: row.deleted_at,
})

/** Returns a document with its earlier versions; `all` are the files of its student. */
export const presentFile = (row: FileRow, all: readonly FileRow[]): StudentFile => ({
  ...presentOne(row),
  versions: formerOf(row, all).map(presentOne),
})

/** Returns the earlier versions of a file, newest first. */
const formerOf = (row: FileRow, all: readonly FileRow[]): FileRow[] => {
  const former = all.find((other) => other.replaced_by_id === row.id)
  return former ? [former, ...formerOf(former, all)] : []
}
