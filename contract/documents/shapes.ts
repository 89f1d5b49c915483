import * as z from 'zod/mini'
import { idText } from '../fields.ts'
import { fileKinds } from './choices.ts'

const person = z.nullable(z.object({ id: z.int(), name: z.string() }))

const fileFields = {
  id: z.int(),
  student_id: z.int(),
  /** The policy year it belongs to; null: the student as such. */
  student_period_id: z.nullable(z.int()),
  name: z.string(),
  kind: z.enum(fileKinds),
  media_type: z.string(),
  /** Bytes. */
  size: z.int(),
  created_at: z.string(),
  created_by: person,
  /** Where its bytes are: `?download=1` saves them, without it a browser shows what `inline` says it can. */
  url: z.string(),
  /** PDF, PNG, JPEG and WebP are shown in place; all others are saved. */
  inline: z.boolean(),
  version: z.int(),
  removed_at: z.nullable(z.string()),
}

/** A document of a student, with the files that stood in its place before, the latest first. */
export const studentFile = z.object({
  ...fileFields,
  versions: z.array(z.object(fileFields)),
})
export type StudentFile = z.output<typeof studentFile>

/** The text fields beside an uploaded file. */
export const fileUpload = {
  /** 'other' unless said; a file that replaces another takes over its kind. */
  kind: z.optional(z.enum(fileKinds)),
  /** A policy year of the same student. */
  student_period_id: z.optional(idText),
  /** The document that this one takes the place of; it stays reachable under `versions`. */
  replaces_id: z.optional(idText),
}
