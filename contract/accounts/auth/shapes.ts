import * as z from 'zod/mini'
import { permissions } from '#contract/platform/access.ts'

/** A school of a user, with its current period. */
const ownSchool = z.object({
  id: z.int(),
  name: z.string(),
  logo_url: z.nullable(z.string()),
  latest_period_id: z.nullable(z.int()),
})

/** The signed-in user, as `/api/me` and `/login` return it. */
export const me = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  permission: z.enum(permissions),
  schools: z.array(ownSchool),
  two_factor_enabled: z.boolean(),
  /** Whether the user must still set up two-factor authentication. Until then, few calls are allowed. */
  two_factor_required: z.boolean(),
  /** Minutes of inactivity after which the session ends. */
  idle_minutes: z.int(),
  /** When this session of emergency access ends; null for other sessions. */
  emergency_ends_at: z.nullable(z.string()),
  /** The day that a demo takes for today; null for the real one, missing on servers where it can’t be set. */
  demo_date: z.optional(z.nullable(z.string())),
})
export type Me = z.output<typeof me>
