import * as z from 'zod/mini'
import { text } from '../fields.ts'

/** A school in the list, with what waits there. */
export const schoolRow = z.object({
  id: z.int(),
  name: z.string(),
  logo_url: z.nullable(z.string()),
  latest_period_id: z.nullable(z.int()),
  latest_period_name: z.nullable(z.string()),
  /** Active student-periods of the latest period. */
  students: z.int(),
  /** Of these, how many have a line that waits for staff. */
  waiting: z.int(),
  unseen_submissions: z.int(),
})
export type SchoolRow = z.output<typeof schoolRow>

export const school = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  time_zone: z.string(),
  logo_url: z.nullable(z.string()),
  latest_period_id: z.nullable(z.int()),
  version: z.int(),
})
export type School = z.output<typeof school>

export const newSchool = z.strictObject({
  name: text(200),
  time_zone: z.optional(text(60)),
})

export const schoolListColumns = {
  name: { label: 'School', kind: 'text' },
  students: { label: 'Students', kind: 'number' },
  waiting: { label: 'Waiting', kind: 'number' },
} as const
