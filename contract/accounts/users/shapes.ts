import * as z from 'zod/mini'
import { permissions } from '#contract/platform/access.ts'
import { emailAddress, id, text } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Columns } from '#contract/platform/table-filters.ts'
import { userStates } from './choices.ts'

/** A user of Shipmate, as lists and the user’s own page show them. */
export const user = z.object({
  id: z.int(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** The address that replaces `email` once the user confirms it by a link. */
  pending_email: z.nullable(z.string()),
  permission: z.enum(permissions),
  /** A school admin’s schools, by name. Empty for a product admin, who has access to all schools. */
  schools: z.array(z.object({ id: z.int(), name: z.string() })),
  two_factor_enabled: z.boolean(),
  is_disabled: z.boolean(),
  state: z.enum(userStates),
  /** When the invitation expires or expired; null without one. */
  invite_expires_at: z.nullable(z.string()),
  /** The last activity, to within 5 minutes; null before the first sign-in. */
  last_seen_at: z.nullable(z.string()),
  version: z.int(),
})
export type User = z.output<typeof user>

export const userColumns = {
  name: { label: 'Name', kind: 'text' },
  first_name: { label: 'First name', kind: 'text' },
  last_name: { label: 'Last name', kind: 'text' },
  email: { label: 'Email', kind: 'text' },
  permission: { label: 'Permission', kind: 'choice', choices: permissions },
  schools: { label: 'Schools', kind: 'text' },
  state: { label: 'Status', kind: 'choice', choices: userStates },
  is_disabled: { label: 'Disabled', kind: 'boolean' },
  two_factor_enabled: { label: 'Two-factor', kind: 'boolean' },
  last_seen_at: { label: 'Last seen', kind: 'instant' },
} as const satisfies Columns
export type UserColumn = keyof typeof userColumns

const schoolIds = z.array(id).check(z.maxLength(500))

/** Someone to invite. A school admin needs at least one school. */
export const newUser = z.strictObject({
  first_name: text(100),
  last_name: text(100),
  email: emailAddress,
  permission: z.enum(permissions),
  school_ids: z.optional(schoolIds),
})
export type NewUser = z.output<typeof newUser>

/** The name and password of the first admin, with the link that the server’s start printed. */
export const firstAdmin = z.strictObject({
  token: text(200),
  email: text(254),
  first_name: text(100),
  last_name: text(100),
  password: z.string().check(z.minLength(1, texts.required), z.maxLength(1024)),
})
export type FirstAdmin = z.output<typeof firstAdmin>

/** A one-time link to set the first password. It’s in no other answer. */
export const invitation = z.object({
  invite_url: z.string(),
  expires_at: z.string(),
  /** Whether the link is emailed. Without a mail server, someone has to send it. */
  is_emailed: z.boolean(),
})
export type Invitation = z.output<typeof invitation>

/** An invited user with their link. */
export const invitedUser = z.extend(user, { invite_url: z.string(), is_emailed: z.boolean() })
export type InvitedUser = z.output<typeof invitedUser>

/**
 * Any subset of the fields. Users themselves change only name and email; the new address needs their current
 * password. With `version`, returns 409 if someone else has changed the user.
 */
export const userChange = z.strictObject({
  first_name: z.optional(text(100)),
  last_name: z.optional(text(100)),
  email: z.optional(emailAddress),
  permission: z.optional(z.enum(permissions)),
  school_ids: z.optional(schoolIds),
  is_disabled: z.optional(z.boolean()),
  current_password: z.nullish(z.string().check(z.maxLength(1024))),
  version: z.optional(z.int()),
})
export type UserChange = z.output<typeof userChange>

/** One open session of a user. */
export const userSession = z.object({
  id: z.int(),
  /** Browser and system: ‘Chrome on Windows’. */
  device: z.string(),
  /** The network address that the session started from. */
  place: z.nullable(z.string()),
  created_at: z.string(),
  last_active_at: z.string(),
  /** Whether the call was made in this session. */
  is_current: z.boolean(),
})
export type UserSession = z.output<typeof userSession>
