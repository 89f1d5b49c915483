import * as z from 'zod/mini'
import { endpoint, list, one } from '#contract/platform/endpoint.ts'
import { id, idParams, idText, person, text } from '#contract/platform/fields.ts'
import { fieldChange } from '#contract/platform/field-change.ts'

const who = z.nullable(person)

/** One published version of a document. Its number counts from 1 within the period. */
const publication = z.object({ number: z.int(), version: z.int(), at: z.string(), by: who })
export type Publication = z.output<typeof publication>

/** A version in the list of a section’s versions. */
const listedPublication = z.extend(publication, {
  /** False if students see nothing of the section since then: its first publishing was undone, or the custom page was hidden. */
  is_seen: z.boolean(),
})
export type ListedPublication = z.output<typeof listedPublication>

/** The version and publishing state of a document, without its content. */
const documentState = z.object({
  kind: z.string(),
  label: z.string(),
  /** 0 means that no one has saved it yet. */
  version: z.int(),
  updated_at: z.nullable(z.string()),
  updated_by: who,
  /**
   * Whether the document is published. Other documents apply when they’re saved, and a custom page that is hidden and that
   * students don’t see has nothing to publish.
   */
  is_published: z.boolean(),
  /** The current published version, if any. */
  published: z.nullable(publication),
})
export type DocumentState = z.output<typeof documentState>

/** The documents to publish, each in the version the user has read, so that no unseen change is published. */
const publish = z.strictObject({
  documents: z.array(z.strictObject({ kind: text(60), version: id })).check(z.minLength(1), z.maxLength(40)),
  /** Why a form is published that doesn’t ask what matching it or checking the coverage needs. */
  reason: z.nullish(text(500)),
})

export const listPeriodDocuments = endpoint({
  method: 'GET',
  path: '/api/periods/:id/documents',
  access: 'admin',
  summary: 'Lists the version, last editor and published version of each section and custom page.',
  params: idParams,
  reply: list(documentState),
})

export const listUnpublishedChanges = endpoint({
  method: 'GET',
  path: '/api/periods/:id/unpublished-changes',
  access: 'admin',
  summary: 'Lists the changes students would see if a section is published.',
  params: idParams,
  query: z.strictObject({ kind: text(60) }),
  reply: list(fieldChange),
})

export const listPublications = endpoint({
  method: 'GET',
  path: '/api/periods/:id/publications',
  access: 'admin',
  summary: 'Lists a section’s published versions, newest first.',
  params: idParams,
  query: z.strictObject({ kind: text(60) }),
  reply: list(listedPublication),
})

export const getPublication = endpoint({
  method: 'GET',
  path: '/api/periods/:id/publications/content',
  access: 'admin',
  summary: 'Returns what students read in a published version of a section.',
  params: idParams,
  query: z.strictObject({ kind: text(60), number: idText }),
  /** The content has the fields of the section. */
  reply: one(z.object({ number: z.int(), content: z.record(z.string(), z.unknown()) })),
})

export const listRestorableChanges = endpoint({
  method: 'GET',
  path: '/api/periods/:id/restorable-changes',
  access: 'admin',
  summary: 'Lists what restoring a published version would change in the saved section.',
  params: idParams,
  query: z.strictObject({ kind: text(60), number: idText }),
  reply: list(fieldChange),
})

export const restorePublication = endpoint({
  method: 'POST',
  path: '/api/periods/:id/restored-publications',
  access: 'admin',
  summary: 'Saves a published version as the section’s content. Students see it once it’s published again.',
  params: idParams,
  /** `version` is the saved one that the user compared. */
  body: z.strictObject({ kind: text(60), number: id, version: z.int().check(z.gte(0)) }),
  reply: list(documentState),
})

export const publishDocuments = endpoint({
  method: 'POST',
  path: '/api/periods/:id/publications',
  access: 'admin',
  summary: 'Publishes sections of a period in the given versions.',
  params: idParams,
  body: publish,
  idempotent: true,
  reply: list(documentState),
})
