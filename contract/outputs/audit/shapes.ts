import * as z from 'zod/mini'
import { exportFormats } from '#contract/review/exports/shapes.ts'
import { day, idText, person } from '#contract/platform/fields.ts'
import { causes, historyEntry, historyKinds } from '#contract/platform/history/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import { positive } from '#contract/platform/table-query.ts'
import { activityKinds, disclosureKinds, outcomes } from './choices.ts'

/** The filters of the activity log. Days are in the office’s time zone, both inclusive. */
const activityFilters = {
  /** The user who acted, or whose sign-in failed. */
  actor_id: z.optional(idText),
  student_id: z.optional(idText),
  school_id: z.optional(idText),
  kind: z.optional(z.enum(activityKinds)),
  outcome: z.optional(z.enum(outcomes)),
  /** Only what was done in one emergency access. */
  emergency_id: z.optional(idText),
  from: z.optional(day),
  to: z.optional(day),
} as const

/** The query of the activity log: its filters, and the place to continue from. */
export const activityQuery = z.strictObject({
  ...activityFilters,
  /** `next` of the page before. */
  before: z.optional(z.string().check(z.regex(/^(\d{1,14}\.\d{1,15}|-)_(\d{1,15}|-)$/, texts.selected))),
  per_page: positive(100, 50),
  /** Returns a file with all rows instead, up to 100,000. */
  format: z.optional(z.enum(exportFormats)),
})
export type ActivityQuery = z.output<typeof activityQuery>

/** Something that someone did: one change with all its records, or one row of the access log. */
const activityEntry = z.object({
  source: z.enum(['change', 'access']),
  /** Unique within its source. */
  id: z.int(),
  at: z.string(),
  /** Null for Shipmate, for students, and for someone who failed to sign in. */
  actor: z.nullable(person),
  kind: z.enum(activityKinds),
  outcome: z.enum(outcomes),
  school: z.nullable(person),
  student: z.nullable(person),
  /** Whose account was changed, or whose sign-in failed; null for one’s own. */
  account: z.nullable(person),
  /** What was seen or refused; null for changes. */
  subject: z.nullable(z.object({ type: z.string(), id: z.nullable(z.int()) })),
  /** The part of a record, what a file held, or the reason that the user gave. */
  detail: z.nullable(z.string()),
  /** How often it happened: more than once for repeated refusals of one minute. */
  times: z.int(),
  /** The kind and cause of a change, and how many records it has, counted up to 1,001. Null for other rows. */
  change: z.nullable(z.object({ kind: z.enum(historyKinds), cause: z.enum(causes), records: z.int() })),
  /** The network address; null for background jobs. */
  address: z.nullable(z.string()),
  request_id: z.nullable(z.string()),
  /** The emergency access that it was done in. */
  emergency_id: z.nullable(z.int()),
})
export type ActivityEntry = z.output<typeof activityEntry>

export const activityPage = z.object({
  rows: z.array(activityEntry),
  /** Where the next page starts; null on the last one. */
  next: z.nullable(z.string()),
  /** The student that the list is limited to, by name. */
  student: z.nullable(person),
})
export type ActivityPage = z.output<typeof activityPage>

/** One record of a change, with the student it’s about. */
export const changedRecord = z.extend(historyEntry, { student: z.nullable(person) })
export type ChangedRecord = z.output<typeof changedRecord>

/** One disclosure of a student’s data to someone outside Shipmate. */
const disclosure = z.object({
  at: z.string(),
  kind: z.enum(disclosureKinds),
  /** Who received the data. */
  recipient: z.string(),
  purpose: z.string(),
  what: z.string(),
  /** Who made it; null for Shipmate. */
  actor: z.nullable(person),
})
export type Disclosure = z.output<typeof disclosure>

/** A student’s record of disclosures (34 CFR 99.32). */
export const disclosureRecord = z.object({
  school: z.object({ id: z.int(), name: z.string() }),
  student: z.object({ id: z.int(), name: z.string(), sid: z.nullable(z.string()) }),
  /** When the record was made. */
  at: z.string(),
  /** Since when exports, prints and reports record their students. */
  files_since: z.string(),
  /** Newest first. */
  rows: z.array(disclosure),
})
export type DisclosureRecord = z.output<typeof disclosureRecord>
