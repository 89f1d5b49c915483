import * as z from 'zod/mini'
import { optionalKindNames } from './email-kinds.ts'
import { emailAddress, text } from '#contract/platform/fields.ts'

/** Minutes that an email caused by a staff change waits, so that an undo can cancel it. */
const changeDelayMinutes = 5

/** How a school’s emails are sent. */
export const emailSettings = z.strictObject({
  /** The sender’s name; null for the school’s name. */
  sender_name: z.nullable(text(100)),
  /** The address that answers go to; null for the address that emails come from. */
  reply_to: z.nullable(emailAddress),
  /** Minutes that an email caused by a staff change waits, so that an undo can cancel it. */
  delay_minutes: z.int().check(z.minimum(0), z.maximum(60)),
  /** Kinds that this school doesn’t send. Account emails are always sent. */
  kinds_off: z.array(z.enum(optionalKindNames)).check(z.maxLength(optionalKindNames.length)),
})
export type EmailSettings = z.output<typeof emailSettings>

/** The settings of a school that hasn’t changed them. */
export const defaultEmailSettings: EmailSettings = {
  sender_name: null,
  reply_to: null,
  delay_minutes: changeDelayMinutes,
  kinds_off: [],
}

export const savedEmailSettings = z.object({ ...emailSettings.shape, version: z.int() })
export type SavedEmailSettings = z.output<typeof savedEmailSettings>

export const emailSettingsChange = z.strictObject({ ...emailSettings.shape, version: z.optional(z.int()) })

export const emailSettingsLabels = {
  sender_name: 'Sender name',
  reply_to: 'Reply-to address',
  delay_minutes: 'Minutes before sending',
  kinds_off: 'Emails turned off',
} as const satisfies Record<keyof EmailSettings, string>
