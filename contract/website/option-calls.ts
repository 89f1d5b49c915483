import * as z from 'zod/mini'
import { endpoint, list, one } from '../endpoint.ts'
import { idParams, text } from '../fields.ts'
import { bulkResult } from '../student-periods/bulk-shapes.ts'
import { optionFields } from './dropdowns.ts'

/** A value that student-periods hold, spelled as most of them do, and how many; other spellings of it count with it. */
export const optionUse = z.object({ field: z.enum(optionFields), value: z.string(), quantity: z.int() })
export type OptionUse = z.output<typeof optionUse>

/** What a renaming did, or would: the documents that it changes by their labels, and what becomes of the records. */
export const renamed = z.object({ ...bulkResult.shape, documents: z.array(z.string()) })
export type Renamed = z.output<typeof renamed>

export const optionRenaming = z.strictObject({
  field: z.enum(optionFields),
  from: text(500),
  to: text(150),
  carries_records: z.boolean(),
  dry_run: z.optional(z.boolean()),
  /** What the preview promised: 409 with the new counts when it no longer holds. */
  expected: z.optional(z.strictObject({ matched: z.int(), changed: z.int() })),
})
export type OptionRenaming = z.output<typeof optionRenaming>

export const listOptionUses = endpoint({
  method: 'GET',
  path: '/api/periods/:id/option-uses',
  access: 'school',
  summary: 'Which values of the fields with options the records of a period hold, and how many hold each.',
  params: idParams,
  reply: list(optionUse),
})

export const renameOption = endpoint({
  method: 'POST',
  path: '/api/periods/:id/rename-option',
  access: 'admin',
  summary:
    'Renames an option wherever the set-up of a period names it and, if asked, in its records. Above 10,000 records a job does it.',
  params: idParams,
  body: optionRenaming,
  idempotent: true,
  reply: one(z.union([renamed, z.object({ job_id: z.int() })])),
})
