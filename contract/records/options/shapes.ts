import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'
import { bulkResult } from '#contract/platform/record/bulk.ts'
import { optionFields } from '#contract/setup/period-documents/dropdowns.ts'

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
