import * as z from 'zod/mini'
import { person } from '#contract/platform/fields.ts'

import { emailKinds } from '#contract/setup/schools/email-kinds.ts'

/**
 * What became of an email. `uncertain`: the connection ended before the mail server answered, so it may have been
 * delivered; only staff send it again.
 */
export const emailStates = [
  'queued',
  'sending',
  'sent',
  'failed',
  'bounced',
  'suppressed',
  'uncertain',
  'canceled',
] as const
export type EmailState = (typeof emailStates)[number]

/** The states in which staff can send an email again. */
const resendableStates: ReadonlySet<EmailState> = new Set([
  'sent',
  'failed',
  'bounced',
  'suppressed',
  'uncertain',
  'canceled',
])

/** The states in which an email didn’t arrive for sure, so that staff should do something. */
export const openStates: readonly EmailState[] = ['failed', 'bounced', 'suppressed', 'uncertain']

/** How an email left. `mailbox`: it stayed inside Shipmate, because no mail server is configured. */
export const emailVias = ['smtp', 'mailbox'] as const

/** An email with its exact content and delivery state. */
export const studentEmail = z.object({
  id: z.int(),
  kind: z.enum(emailKinds),
  /** The change that caused it (`X-Change-Id`); null if a request or another email did. */
  cause: z.nullable(z.int()),
  subject: z.string(),
  /** Null if the email has only plain text. */
  html: z.nullable(z.string()),
  /** Null if it contains a one-time link or a code, which is never shown. */
  text: z.nullable(z.string()),
  to: z.string(),
  state: z.enum(emailStates),
  /** Where a sent email went. `mailbox`: it stayed inside Shipmate, because no mail server is configured. */
  via: z.nullable(z.enum(emailVias)),
  /** The reason it wasn’t sent, in the mail server’s words where it gave one. */
  error: z.nullable(z.string()),
  queued_at: z.string(),
  /** The earliest time of the next attempt. */
  send_at: z.string(),
  attempts: z.int(),
  sent_at: z.nullable(z.string()),
  /** The user whose change caused it, or who sent it again. */
  sender: z.nullable(person),
  /** The email it repeats. */
  resend_of: z.nullable(z.int()),
  student_id: z.nullable(z.int()),
  student_period_id: z.nullable(z.int()),
  /** The form that it’s about. Without a student, it went to the sender of the form. */
  form_submission_id: z.nullable(z.int()),
})
export type StudentEmail = z.output<typeof studentEmail>

/** Whether staff can send an email again that is in a state. */
export const isResendable = (state: EmailState): boolean => resendableStates.has(state)

/** Whether staff can send an email again. Emails about accounts, with one-time links or codes are never sent again. */
export const canResend = ({
  state,
  student_id,
  form_submission_id,
  text,
}: Pick<StudentEmail, 'state' | 'student_id' | 'form_submission_id' | 'text'>): boolean =>
  (student_id !== null || form_submission_id !== null) && text !== null && isResendable(state)
