import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { id } from '#contract/platform/fields.ts'
import { fieldChange } from '#contract/platform/field-change.ts'
import { selection } from './narrowing.ts'

/** How many rows a status change is made in. */
const countedMove = z.object({
  coverage: z.enum(coverages),
  from: z.enum(coverageStatuses),
  to: z.enum(coverageStatuses),
  event: z.nullable(z.string()),
  quantity: z.int(),
})

/** What a preview showed. */
const expected = z.strictObject({
  matched: z.int(),
  changed: z.int(),
  overridden: z.optional(z.int()),
  moves: z.optional(z.array(countedMove).check(z.maxLength(1000))),
})
export type Expected = z.output<typeof expected>

/** The base of every bulk call. */
export const bulk = {
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(10_000))),
  selection: z.optional(selection),
  dry_run: z.optional(z.boolean()),
  /**
   * The counts from the preview, and its status changes. If they no longer match, the call returns 409 with the new
   * ones.
   */
  expected: z.optional(expected),
}

export const eitherIdsOrSelection = z.refine<{ ids?: unknown; selection?: unknown }>(
  (body) => (body.ids === undefined) !== (body.selection === undefined),
  { message: 'Choose students or a selection, not both.', path: ['ids'] },
)

/** Why a row is skipped: the status change isn’t allowed, or two dates would be out of order. */
const skipReasons = ['not_allowed', 'out_of_order'] as const

/** The result of a bulk call or its preview; `skipped` has the first 1,000. */
export const bulkResult = z.object({
  matched: z.int(),
  changed: z.int(),
  skipped: z.array(
    z.object({ id: z.int(), name: z.string(), reason: z.enum(skipReasons), detail: z.string() }),
  ),
  skipped_total: z.int(),
  /**
   * The result of a coverage status change: how many skipped rows an override would change, and the first 1,000
   * overridden rows by name.
   */
  overrides: z.optional(
    z.object({
      possible: z.int(),
      total: z.int(),
      rows: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
  /**
   * In a preview that asks for emails: how many would be queued, and how many wouldn’t, because the student has no
   * address or the school has turned this email off.
   */
  emails: z.optional(z.object({ queued: z.int(), no_address: z.int(), turned_off: z.int() })),
  /** In a change of student statuses: how many of the changed rows wait for the effective date, because it’s after today. */
  planned: z.optional(z.int()),
  /** The number of rows per status change, by coverage type. */
  moves: z.array(countedMove),
  /** The premiums of the rows that change, added up, before and after. */
  premiums: z.optional(z.object({ before: z.string(), after: z.string() })),
  /** In a preview, the first 5 rows that would change, with their new values. */
  sample: z.optional(
    z.array(z.object({ id: z.int(), name: z.string(), sid: z.string(), changes: z.array(fieldChange) })),
  ),
})
export type BulkResult = z.output<typeof bulkResult>

/** The response of a bulk call: the result, or the job that runs it if it’s long. */
export const bulkAnswer = z.union([bulkResult, z.object({ job_id: z.int() })])
