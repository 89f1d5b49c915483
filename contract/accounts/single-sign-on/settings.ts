import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'

const settings = {
  /** Whether the school’s school admins must set up two-factor authentication. */
  requires_two_factor: z.boolean(),
  /** Whether they can sign in at the school’s identity provider. */
  sign_on_is_on: z.boolean(),
  /** The provider’s https address; http only for hosts that the server’s settings name. */
  issuer: z.nullable(
    z
      .string()
      .check(
        z.maxLength(500),
        z.regex(/^https?:\/\/[^\s@?#]+$/, 'Enter an address that starts with https://.'),
      ),
  ),
  client_id: z.nullable(text(200)),
} as const

/** How a school’s staff sign in, as it’s read. */
export const signInSettings = z.object({
  ...settings,
  /** Whether a client secret is saved. It can’t be read. */
  has_secret: z.boolean(),
  /** The address to enter at the provider. */
  redirect_uri: z.string(),
  /** School admins who can sign in. */
  people: z.int(),
  /** Those of them without a second factor. */
  people_without_factor: z.int(),
  version: z.int(),
})
export type SignInSettings = z.output<typeof signInSettings>

/** The same as it’s changed. `secret`: a new client secret; absent to keep the saved one, null to remove it. */
export const signInSettingsChange = z.strictObject({
  ...settings,
  secret: z.optional(z.nullable(text(2000))),
  version: z.int(),
})
export type SignInSettingsChange = z.output<typeof signInSettingsChange>

export const signInSettingsLabels = {
  requires_two_factor: 'Require two-factor authentication',
  sign_on_is_on: 'Let staff sign in with their school account',
  issuer: 'Issuer',
  client_id: 'Client ID',
  secret: 'Client secret',
} as const satisfies Record<Exclude<keyof SignInSettingsChange, 'version'>, string>

/** What came of a check: whether the provider can be reached and offers what’s needed, in a sentence. */
export const providerCheck = z.object({ is_ok: z.boolean(), message: z.string() })
export type ProviderCheck = z.output<typeof providerCheck>

/** A user who has signed in at the school’s provider. */
export const signOnTie = z.object({
  id: z.int(),
  user: z.object({ id: z.int(), name: z.string(), email: z.string() }),
  created_at: z.string(),
})
export type SignOnTie = z.output<typeof signOnTie>
