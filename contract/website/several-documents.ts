import * as z from 'zod/mini'
import { endpoint, one } from '../endpoint.ts'
import { idParams } from '../fields.ts'
import { documentName, richTextKeys } from '../document.ts'
import type { PeriodDocument } from '../periods/document.ts'
import { periodDocuments } from '../periods/documents.ts'

const all: readonly PeriodDocument[] = periodDocuments

const sent = Object.fromEntries(
  all.map(({ kind, content }) => [
    documentName(kind),
    z.optional(z.strictObject({ ...content.shape, version: z.optional(z.int()) })),
  ]),
)

const saved = Object.fromEntries(
  all.map(({ kind, content }) => [
    documentName(kind),
    z.optional(z.object({ ...content.shape, version: z.int() })),
  ]),
)

/**
 * Replaces several documents of a period at once: all of them or none. Errors are named by the document,
 * `documents.dates.waiver_deadline_on`; a 409 has the present ones of those that changed under `data.documents`.
 */
export const replaceDocuments = endpoint({
  method: 'PUT',
  path: '/api/periods/:id/documents',
  access: 'admin',
  summary: 'Replaces several documents of a period in one transaction, by their names: all of them or none.',
  params: idParams,
  literal: richTextKeys,
  isLarge: true,
  body: z.strictObject({
    documents: z
      .strictObject(sent)
      .check(z.refine((documents) => Object.keys(documents).length > 0, 'Give at least one document.')),
  }),
  reply: one(z.object({ documents: z.object(saved) })),
})
