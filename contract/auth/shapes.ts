import * as z from 'zod/mini'
import { permissions } from '../access.ts'

/** A school of a user, and the period their work starts in. */
export const ownSchool = z.object({
  id: z.int(),
  name: z.string(),
  latest_period_id: z.nullable(z.int()),
})

/** The authenticated user, as `/api/me` and `/login` give it. */
export const me = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  permission: z.enum(permissions),
  schools: z.array(ownSchool),
  two_factor_enabled: z.boolean(),
  /** True while a required second factor is not set up: until then little else may be called. */
  two_factor_required: z.boolean(),
  /** Minutes without activity after which the session ends. */
  idle_minutes: z.int(),
})
export type Me = z.output<typeof me>
