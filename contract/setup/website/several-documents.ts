import * as z from 'zod/mini'
import { endpoint, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { documentName, richTextKeys } from '#contract/platform/document.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { periodDocuments } from '#contract/setup/period-documents/documents.ts'

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
 * Replaces several documents of a period at once, all or none. Errors have the document’s name in their path,
 * `documents.dates.waiver_deadline_on`. A 409 has the current content of stale documents in `data.documents`.
 */
export const replaceDocuments = endpoint({
  method: 'PUT',
  path: '/api/periods/:id/documents',
  access: 'admin',
  summary: 'Replaces several sections of a period by name in one transaction, or none if one fails.',
  params: idParams,
  literal: richTextKeys,
  isLarge: true,
  body: z.strictObject({
    documents: z
      .strictObject(sent)
      .check(z.refine((documents) => Object.keys(documents).length > 0, 'Include at least one section.')),
  }),
  reply: one(z.object({ documents: z.object(saved) })),
})
