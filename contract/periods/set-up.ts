import * as z from 'zod/mini'
import { endpoint, list, one } from '../endpoint.ts'
import { idParams, idText } from '../fields.ts'
import { fieldChange } from '../history/shapes.ts'

/** What is looked at before a policy year opens. */
export const checkKinds = [
  'date_passed',
  'date_outside',
  'premium_unchanged',
  'premium_unlikely',
  'premium_missing',
  'plan_unnamed',
  'page_empty',
  'link_broken',
  'link_dead',
  'not_readable',
  'not_published',
] as const
export type CheckKind = (typeof checkKinds)[number]

/** Something that still needs attention, in which document, and where in it. */
export const check = z.object({
  kind: z.enum(checkKinds),
  /** The kind of the document that it is about. */
  document: z.string(),
  label: z.string(),
  /** A dot path into the document; '' for all of it. */
  path: z.string(),
  /** What is wrong, as a sentence. */
  words: z.string(),
})
export type Check = z.output<typeof check>

/** A document of two periods, where it differs. */
export const documentDifference = z.object({
  document: z.string(),
  label: z.string(),
  /** `before` is the other period's, `after` this one's. */
  changes: z.array(fieldChange),
})
export type DocumentDifference = z.output<typeof documentDifference>

/** A document that is kept in a shape that this program does not know, in either of the two periods. */
export const notCompared = z.object({ document: z.string(), label: z.string() })
export type NotCompared = z.output<typeof notCompared>

const otherPeriod = z.nullable(z.object({ id: z.int(), name: z.string() }))

export const getPeriodChecks = endpoint({
  method: 'GET',
  path: '/api/periods/:id/checks',
  access: 'admin',
  summary: 'What still needs attention in the set-up of a period.',
  params: idParams,
  reply: list(check),
})

export const comparePeriods = endpoint({
  method: 'GET',
  path: '/api/periods/:id/comparison',
  access: 'admin',
  summary:
    'Where the setup of a period differs from that of another, field by field: the one it was copied from unless `with` says otherwise, else the one before.',
  params: idParams,
  query: z.strictObject({ with: z.optional(idText) }),
  reply: one(
    z.object({
      other: otherPeriod,
      differences: z.array(documentDifference),
      unreadable: z.array(notCompared),
    }),
  ),
})
