import * as z from 'zod/mini'
import { endpoint, one } from '#contract/platform/endpoint.ts'
import { id, idParams, text } from '#contract/platform/fields.ts'

/** A value of a copied setup that still names the year it was copied from. */
const lastYearText = z.object({
  /** The kind of the document, or `custom-pages`. */
  document: z.string(),
  label: z.string(),
  /** The dot path in the document; for a custom page, its ID and the field: `12.title`. */
  path: z.string(),
  /** The version of the document or page that has it. */
  version: z.int(),
  /** The sentences that name the year, and what they become. */
  mentions: z.array(z.object({ before: z.string(), after: z.string() })),
})
export type LastYearText = z.output<typeof lastYearText>

/** Null if the setup wasn’t copied. */
const copiedFrom = z.nullable(z.object({ id: z.int(), name: z.string() }))

export const listLastYearTexts = endpoint({
  method: 'GET',
  path: '/api/periods/:id/last-year-texts',
  access: 'admin',
  summary: 'Lists the texts of a copied setup that still name the year it was copied from.',
  params: idParams,
  reply: one(z.object({ copied_from: copiedFrom, texts: z.array(lastYearText) })),
})

export const replaceLastYearTexts = endpoint({
  method: 'POST',
  path: '/api/periods/:id/last-year-texts',
  access: 'admin',
  summary: 'Moves the years in texts of a copied setup to its own year. Undo restores them.',
  params: idParams,
  body: z.strictObject({
    /** The texts to replace, in the versions the user has read, so that nothing unseen changes. */
    texts: z
      .array(z.strictObject({ document: text(60), path: text(300), version: id }))
      .check(z.minLength(1), z.maxLength(1000)),
  }),
  idempotent: true,
  reply: one(z.object({ replaced: z.int() })),
})
