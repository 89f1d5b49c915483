import * as z from 'zod/mini'
import { endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, text } from '#contract/platform/fields.ts'
import { bulkResult } from '#contract/records/student-periods/bulk-shapes.ts'
import { optionFields } from './dropdowns.ts'

/** A value in student-periods in its most frequent spelling, with its count. Other spellings are included. */
const optionUse = z.object({ field: z.enum(optionFields), value: z.string(), quantity: z.int() })
export type OptionUse = z.output<typeof optionUse>

/** The result of a rename or its preview: the labels of the changed documents, and the record counts. */
export const renamed = z.object({ ...bulkResult.shape, documents: z.array(z.string()) })
export type Renamed = z.output<typeof renamed>

export const optionRenaming = z.strictObject({
  field: z.enum(optionFields),
  from: text(500),
  to: text(150),
  carries_records: z.boolean(),
  dry_run: z.optional(z.boolean()),
  /** The counts from the preview. If they no longer match, the call returns 409 with the new counts. */
  expected: z.optional(z.strictObject({ matched: z.int(), changed: z.int() })),
})
export type OptionRenaming = z.output<typeof optionRenaming>

export const listOptionUses = endpoint({
  method: 'GET',
  path: '/api/periods/:id/option-uses',
  access: 'school',
  summary: 'Lists the values in a period’s records for fields with options, with counts.',
  params: idParams,
  reply: list(optionUse),
})

export const renameOption = endpoint({
  method: 'POST',
  path: '/api/periods/:id/rename-option',
  access: 'admin',
  summary:
    'Renames an option in a period’s setup and, optionally, in its records. Runs as a job for more than 10,000 records.',
  params: idParams,
  body: optionRenaming,
  idempotent: true,
  reply: one(z.union([renamed, z.object({ job_id: z.int() })])),
})
