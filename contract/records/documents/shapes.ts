import * as z from 'zod/mini'
import { idText, person } from '#contract/platform/fields.ts'
import { fileKinds } from '#contract/platform/record/file-kinds.ts'

const fileFields = {
  id: z.int(),
  student_id: z.int(),
  /** The policy year the document belongs to; null if it belongs to the student in general. */
  student_period_id: z.nullable(z.int()),
  name: z.string(),
  kind: z.enum(fileKinds),
  media_type: z.string(),
  /** Size in bytes. */
  size: z.int(),
  created_at: z.string(),
  created_by: z.nullable(person),
  /**
   * The URL of the content. With `?download=1` the browser saves it; without it, `inline` types open in the
   * browser.
   */
  url: z.string(),
  /** Whether browsers show it inline: PDF, PNG, JPEG and WebP, and HEIC and TIFF as a JPEG. All other types are downloaded. */
  inline: z.boolean(),
  version: z.int(),
  removed_at: z.nullable(z.string()),
}

/** A document of a student with its earlier versions, newest first. */
export const studentFile = z.object({
  ...fileFields,
  versions: z.array(z.object(fileFields)),
})
export type StudentFile = z.output<typeof studentFile>

/** The text fields sent with an uploaded file. */
export const fileUpload = {
  /** Defaults to 'other', or to the type of the document it replaces. */
  kind: z.optional(z.enum(fileKinds)),
  /** A policy year of the same student. */
  student_period_id: z.optional(idText),
  /** The document this one replaces. The replaced document is listed in `versions`. */
  replaces_id: z.optional(idText),
}
