import * as z from 'zod/mini'
import { endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams } from '#contract/platform/fields.ts'
import { optionFields } from '#contract/setup/period-documents/dropdowns.ts'
import { optionRenaming, renamed } from './shapes.ts'

/** A value in student-periods in its most frequent spelling, with its count. Other spellings are included. */
const optionUse = z.object({ field: z.enum(optionFields), value: z.string(), quantity: z.int() })
export type OptionUse = z.output<typeof optionUse>

export const listOptionUses = endpoint({
  method: 'GET',
  path: '/api/periods/:id/option-uses',
  access: 'school',
  summary: 'Lists the values in a policy year’s records for fields with options, with counts.',
  params: idParams,
  reply: list(optionUse),
})

export const renameOption = endpoint({
  method: 'POST',
  path: '/api/periods/:id/rename-option',
  access: 'admin',
  summary:
    'Renames an option in a policy year’s setup and, optionally, in its records. Runs as a job for more than 10,000 records.',
  params: idParams,
  body: optionRenaming,
  idempotent: true,
  reply: one(z.union([renamed, z.object({ job_id: z.int() })])),
})
