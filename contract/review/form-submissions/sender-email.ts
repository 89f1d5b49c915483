import * as z from 'zod/mini'
import { emailText } from '#contract/mail/email-templates/shapes.ts'
import { emailAddress, person } from '#contract/platform/fields.ts'
import { studentEmail } from '#contract/review/emails/shapes.ts'
import { mergeFieldsOf } from '#contract/setup/schools/email-kinds.ts'

/** An email that staff wrote to the sender of an unmatched form. */
export const senderEmail = z.object({
  id: z.int(),
  to: z.string(),
  subject: z.string(),
  state: studentEmail.shape.state,
  via: studentEmail.shape.via,
  queued_at: z.string(),
  by: z.nullable(person),
})
export type SenderEmail = z.output<typeof senderEmail>

/**
 * An email to the sender of an unmatched form, at an address that the form gives. Its text can have the merge fields of
 * `senderMergeFields`.
 */
export const emailToSender = z.strictObject({
  to: emailAddress,
  subject: emailText.shape.subject,
  /** Rich text. */
  body: emailText.shape.html,
  dry_run: z.optional(z.boolean()),
})
export type EmailToSender = z.output<typeof emailToSender>

/** What a form without a student gives an email: nothing of a record. */
export const senderMergeFields = mergeFieldsOf(null).filter(({ name }) => /^(?:period|school)\./.test(name))

/** An email as the sender of the form gets it; `html` is the whole document. */
export const writtenToSender = z.object({ to: z.string(), subject: z.string(), html: z.string() })
export type WrittenToSender = z.output<typeof writtenToSender>
