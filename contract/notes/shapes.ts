import * as z from 'zod/mini'
import { richTextLimit } from '../rich-text.ts'
import { paging, positive } from '../table-query.ts'
import { bulk, eitherIdsOrSelection } from '../student-periods/bulk-shapes.ts'

/** A note about a student, perhaps about one policy year. */
export const studentNote = z.object({
  id: z.int(),
  student_id: z.int(),
  /** The policy year it is about; null: the student as such. */
  student_period_id: z.nullable(z.int()),
  /** Rich text, cleaned (contract/rich-text.ts). */
  body: z.string(),
  /** The same without its form, a line for every block: for previews. */
  text: z.string(),
  /** Pinned notes stand before all others. */
  pinned: z.boolean(),
  author: z.nullable(z.object({ id: z.int(), name: z.string() })),
  version: z.int(),
  created_at: z.string(),
  /** Later than `created_at` once the text or the pin was changed. */
  updated_at: z.string(),
})
export type StudentNote = z.output<typeof studentNote>

const bodyOf = (limit: number) =>
  z.string().check(z.minLength(1, 'The :attribute field is required.'), z.maxLength(limit))

/** A note may be long: fewer of them go into a page than of other things. */
export const notesPaging = { page: paging.page, per_page: positive(20, 20) } as const

/** The text of a note as it is sent: any HTML, cleaned by the server; text must be left. */
export const noteBody = bodyOf(richTextLimit)

/** Characters of a note about many: each of them keeps it, and so does its history. */
export const sharedNoteLimit = 10_000

/**
 * One note about each student of a selection. `matched` counts student-periods, `changed` the notes: a student whom
 * `ids` name by two policy years is given one.
 */
export const notesToAdd = z
  .strictObject({ ...bulk, body: bodyOf(sharedNoteLimit) })
  .check(eitherIdsOrSelection)
export type NotesToAdd = z.output<typeof notesToAdd>
