import type { StudentNote } from '#contract/records/notes/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import type { NoteRow } from './queries.ts'

/** Returns a note with its author’s name. */
export const presentNote = (row: NoteRow): StudentNote => ({
  ...pick(row, [
    'id',
    'student_id',
    'student_period_id',
    'body',
    'pinned',
    'version',
    'created_at',
    'updated_at',
  ]),
  author: row.author_id === null ? null : { id: row.author_id, name: row.author_name ?? '' },
})
