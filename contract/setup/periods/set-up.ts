import * as z from 'zod/mini'
import { endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { fieldChange } from '#contract/platform/field-change.ts'

/** The kinds of setup checks. */
const checkKinds = [
  'date_passed',
  'date_outside',
  'deadline_missing',
  'premium_unchanged',
  'premium_unlikely',
  'premium_missing',
  'plan_unnamed',
  'statement_missing',
  'question_missing',
  'last_year',
  'page_empty',
  'link_broken',
  'link_dead',
  'not_readable',
  'not_published',
  'not_translated',
] as const
export type CheckKind = (typeof checkKinds)[number]

/** An issue in the setup, with its document and path. */
const check = z.object({
  kind: z.enum(checkKinds),
  /** The kind of the document. */
  document: z.string(),
  label: z.string(),
  /** The dot path in the document; '' for the whole document. That of a custom page starts with its place in the order. */
  path: z.string(),
  /** The issue, as a sentence. */
  words: z.string(),
})
export type Check = z.output<typeof check>

/** A document that differs between two periods. */
const documentDifference = z.object({
  document: z.string(),
  label: z.string(),
  /** `before` is from the other period, `after` from this one. */
  changes: z.array(fieldChange),
})
export type DocumentDifference = z.output<typeof documentDifference>

/** A document of either period that was saved in a format this version doesn’t know. */
const notCompared = z.object({ document: z.string(), label: z.string() })
export type NotCompared = z.output<typeof notCompared>

const otherPeriod = z.nullable(z.object({ id: z.int(), name: z.string() }))

export const getPeriodChecks = endpoint({
  method: 'GET',
  path: '/api/periods/:id/checks',
  access: 'admin',
  summary: 'Lists the issues in a policy year’s setup.',
  params: idParams,
  reply: list(check),
})

export const comparePeriods = endpoint({
  method: 'GET',
  path: '/api/periods/:id/comparison',
  access: 'admin',
  summary:
    'Compares a policy year’s setup field by field with the policy year in `with`, by default the one it was copied from, otherwise the previous one.',
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
