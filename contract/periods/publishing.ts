import * as z from 'zod/mini'
import { endpoint, list } from '../endpoint.ts'
import { id, idParams, text } from '../fields.ts'
import { fieldChange } from '../history/shapes.ts'

const who = z.nullable(z.object({ id: z.int(), name: z.string() }))

/** One publication of a document: its number counts from 1 within the period. */
export const publication = z.object({ number: z.int(), version: z.int(), at: z.string(), by: who })
export type Publication = z.output<typeof publication>

/** How a document of a period stands, without what it holds. */
export const documentState = z.object({
  kind: z.string(),
  label: z.string(),
  /** 0: nobody has saved it yet. */
  version: z.int(),
  updated_at: z.nullable(z.string()),
  updated_by: who,
  /** Whether it waits for being published at all; what does not holds from the moment it is saved. */
  is_published: z.boolean(),
  /** What is published now, if anything. */
  published: z.nullable(publication),
})
export type DocumentState = z.output<typeof documentState>

/** What is to be published: each document in the version that was read, so that nothing unseen goes out. */
export const publish = z.strictObject({
  documents: z.array(z.strictObject({ kind: text(60), version: id })).check(z.minLength(1), z.maxLength(40)),
})

export const listPeriodDocuments = endpoint({
  method: 'GET',
  path: '/api/periods/:id/documents',
  access: 'admin',
  summary: 'How each document of a period stands: its version, who saved it, what is published.',
  params: idParams,
  reply: list(documentState),
})

export const listUnpublishedChanges = endpoint({
  method: 'GET',
  path: '/api/periods/:id/unpublished-changes',
  access: 'admin',
  summary: 'What publishing a document would change for students.',
  params: idParams,
  query: z.strictObject({ kind: text(60) }),
  reply: list(fieldChange),
})

export const listPublications = endpoint({
  method: 'GET',
  path: '/api/periods/:id/publications',
  access: 'admin',
  summary: 'The publications of a document, the latest first.',
  params: idParams,
  query: z.strictObject({ kind: text(60) }),
  reply: list(publication),
})

export const publishDocuments = endpoint({
  method: 'POST',
  path: '/api/periods/:id/publications',
  access: 'admin',
  summary: 'Publishes documents of a period, each in the version named.',
  params: idParams,
  body: publish,
  idempotent: true,
  reply: list(documentState),
})
