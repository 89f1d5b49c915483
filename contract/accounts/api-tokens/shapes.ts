import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'
import { tokenAccesses, tokenDays } from './choices.ts'

/** A token by which one of the school’s own systems calls the API. */
export const apiToken = z.object({
  id: z.int(),
  /** The account that it acts as, by which the activity log finds its calls. */
  user_id: z.int(),
  name: z.string(),
  access: z.enum(tokenAccesses),
  /** Its last 4 characters. */
  hint: z.string(),
  created_by: z.nullable(z.object({ id: z.int(), name: z.string() })),
  created_at: z.string(),
  expires_at: z.string(),
  /** The last call, to within a minute; null if there was none. */
  last_used_at: z.nullable(z.string()),
  revoked_at: z.nullable(z.string()),
})
export type ApiToken = z.output<typeof apiToken>

export const newApiToken = z.strictObject({
  /** The system that uses it. It’s the actor’s name in the history. */
  name: text(100),
  access: z.enum(tokenAccesses),
  expires_in_days: z.int().check(z.minimum(1), z.maximum(Math.max(...tokenDays))),
})
export type NewApiToken = z.output<typeof newApiToken>

/** A token with its secret, which is shown once. */
export const createdApiToken = z.extend(apiToken, { token: z.string() })
export type CreatedApiToken = z.output<typeof createdApiToken>
