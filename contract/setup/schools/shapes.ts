import * as z from 'zod/mini'
import { slug } from './about.ts'
import { text } from '#contract/platform/fields.ts'

/** A school in the list, with its count of pending forms. */
export const schoolRow = z.object({
  id: z.int(),
  name: z.string(),
  logo_url: z.nullable(z.string()),
  latest_period_id: z.nullable(z.int()),
  latest_period_name: z.nullable(z.string()),
  /** Active student-periods of the latest period. */
  students: z.int(),
  /** Of these, how many have a submitted form that needs a decision. */
  waiting: z.int(),
  /** Complete forms of the latest period that no admin has opened. */
  unseen_submissions: z.int(),
})
export type SchoolRow = z.output<typeof schoolRow>

const line = z.nullable(z.string())
const colors = z.record(z.string(), z.string())

export const school = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  /** IANA time zone. */
  time_zone: z.string(),
  logo_url: line,
  latest_period_id: z.nullable(z.int()),
  address_1: line,
  address_2: line,
  city: line,
  state: line,
  zip: line,
  phone: line,
  website: line,
  contacts: z.array(z.object({ key: z.string(), name: z.string(), role: line, email: line, phone: line })),
  /** The contact for deadlines. */
  deadlines_contact: z.object({ name: line, email: line, phone: line }),
  /** Colors as `#rrggbb`, by the names in `palette`. */
  colors: z.object({ light: colors, dark: colors }),
  colors_version: z.int(),
  version: z.int(),
})
export type School = z.output<typeof school>

/** An archived school; it can be restored. */
export const archivedSchool = z.object({ id: z.int(), name: z.string(), archived_at: z.string() })
export type ArchivedSchool = z.output<typeof archivedSchool>

export const newSchool = z.strictObject({
  name: text(200),
  /** If it’s missing, it’s made from the school’s name. */
  slug: z.optional(slug),
  time_zone: z.optional(text(60)),
})

export const schoolListColumns = {
  name: { label: 'School', kind: 'text' },
  students: { label: 'Students', kind: 'number' },
  waiting: { label: 'Students to decide', kind: 'number' },
} as const
