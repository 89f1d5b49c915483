import * as z from 'zod/mini'
import type { EmailToCompose } from '#contract/review/emails/compose.ts'
import { emailText } from '#contract/mail/email-templates/shapes.ts'
import { instantIn } from '#client/platform/lib/zoned-time.ts'

/** Chosen instead of a template. */
export const ownText = 0

/** The form’s values: '' for empty text. */
export interface ComposeValues {
  template_id: number
  subject: string
  body: string
  when: 'now' | 'later'
  send_on: string
  send_time: string
  leave_out_empty: boolean
  /** The number of students, typed to confirm. */
  confirmed: string
}

export const blankEmail: ComposeValues = {
  template_id: ownText,
  subject: '',
  body: '',
  when: 'now',
  send_on: '',
  send_time: '09:00',
  leave_out_empty: true,
  confirmed: '',
}

const asked = z.object({
  template_id: z.int(),
  subject: z.nullable(emailText.shape.subject),
  body: z.nullable(z.string()),
  when: z.enum(['now', 'later']),
  send_on: z.nullable(z.string()),
  send_time: z.nullable(z.string()),
  leave_out_empty: z.boolean(),
  confirmed: z.nullable(z.string()),
})

type Asked = z.output<typeof asked>

/** Returns what's missing in the text, by field. */
const missingText = ({ template_id: template, subject, body }: Asked): [string, string][] => {
  if (template !== ownText) return []
  return [
    ...(subject === null ? [['subject', 'Enter a subject.'] as [string, string]] : []),
    ...((body ?? '') === '' ? [['body', 'Enter the text of the email.'] as [string, string]] : []),
  ]
}

/** Returns what's missing in the schedule, by field. */
const missingTime = ({ when, send_on: day, send_time: time }: Asked): [string, string][] => {
  if (when === 'now') return []
  return [
    ...(/^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? [] : [['send_on', 'Enter a date.'] as [string, string]]),
    ...(/^\d{2}:\d{2}$/.test(time ?? '') ? [] : [['send_time', 'Enter a time.'] as [string, string]]),
  ]
}

/** What has to be entered before an email can be sent. */
export const composeForm = asked.check(
  z.superRefine((values, { addIssue }) => {
    for (const [path, message] of [...missingText(values), ...missingTime(values)])
      addIssue({ code: 'custom', path: [path], message })
  }),
)

type Content = Pick<EmailToCompose, 'template_id' | 'subject' | 'body' | 'leave_out_empty'>

/** Returns what the preview depends on; null until there is a template, or a subject and a text. */
export const contentOf = (values: ComposeValues): Content | null => {
  const rest = { leave_out_empty: values.leave_out_empty }
  if (values.template_id !== ownText) return { template_id: values.template_id, ...rest }
  const subject = values.subject.trim()
  return subject === '' || values.body === '' ? null : { subject, body: values.body, ...rest }
}

/** Returns when the email is sent, in the school’s time zone; null for at once, or if the time isn’t complete. */
export const sendAtOf = (
  { when, send_on: day, send_time: time }: Pick<ComposeValues, 'when' | 'send_on' | 'send_time'>,
  zone: string,
): string | null => (when === 'now' ? null : instantIn(zone, day, time))

/** With more students than this, staff type the number to confirm. */
export const typedAbove = 100

/** Returns the number in a text: '3,126' and '3126' are the same. */
export const numberIn = (typed: string): number | null => {
  const digits = typed.replaceAll(/[,\s]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
