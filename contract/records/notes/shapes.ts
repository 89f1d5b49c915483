import * as z from 'zod/mini'
import { person } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { richTextLimit } from '#contract/platform/rich-text.ts'
import { paging, positive } from '#contract/platform/table-query.ts'
import { bulk, eitherIdsOrSelection } from '#contract/platform/record/bulk.ts'

/** A note about a student, optionally about one policy year. */
export const studentNote = z.object({
  id: z.int(),
  student_id: z.int(),
  /** The policy year it’s about; null if it’s about the student in general. */
  student_period_id: z.nullable(z.int()),
  /** Rich text, cleaned: it has only the tags of the toolbar. */
  body: z.string(),
  /** Whether the note is pinned. Pinned notes are listed first. */
  pinned: z.boolean(),
  author: z.nullable(person),
  version: z.int(),
  created_at: z.string(),
  /** Later than `created_at` if the text or the pin has changed. */
  updated_at: z.string(),
})
export type StudentNote = z.output<typeof studentNote>

const bodyOf = (limit: number) => z.string().check(z.minLength(1, texts.required), z.maxLength(limit))

/** The page size of notes. It’s smaller than for other lists, because notes can be long. */
export const notesPaging = { page: paging.page, per_page: positive(20, 20) } as const

/** A note’s text in a request: any HTML; the server cleans it. Some text must remain. */
export const noteBody = bodyOf(richTextLimit)

/** The most characters in a note for several students. Each student gets a copy, and so does each history. */
export const sharedNoteLimit = 10_000

/**
 * A note for each student of a selection. `matched` counts student-periods and `changed` counts notes. A
 * student with two selected policy years gets one note.
 */
export const notesToAdd = z
  .strictObject({ ...bulk, body: bodyOf(sharedNoteLimit) })
  .check(eitherIdsOrSelection)
export type NotesToAdd = z.output<typeof notesToAdd>
