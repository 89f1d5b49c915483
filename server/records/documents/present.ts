import { fileTypes, type FileKind, type FileType } from '#contract/platform/record/file-kinds.ts'
import type { StudentFile } from '#contract/records/documents/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { FileRow } from './queries.ts'

/** Not every type says whether it’s copied. */
const allTypes: readonly FileType[] = fileTypes

/** Returns whether browsers show the file type inline, or a copy of it. */
export const isInline = (mediaType: string): boolean =>
  fileTypes.some((type) => type.media_type === mediaType && type.inline)

/** Returns whether a JPEG copy of the file type is shown, because not every browser shows it. */
export const isCopied = (mediaType: string): boolean =>
  allTypes.some((type) => type.media_type === mediaType && type.isCopied)

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
