import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  CircleX,
  Clock,
  Inbox,
  MailX,
  Send,
  type LucideIcon,
} from 'lucide-react'
import { canResend, type EmailState, type StudentEmail } from '#contract/review/emails/shapes.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import type { Tone } from '#client/platform/ui/text/badge.tsx'

interface StateLook {
  readonly label: string
  readonly tone: Tone
  readonly icon: LucideIcon
  /** Whether staff should do something about it. */
  readonly isOpen: boolean
}

const looks: Record<EmailState, StateLook> = {
  queued: { label: 'Queued', tone: 'info', icon: Clock, isOpen: false },
  sending: { label: 'Sending', tone: 'info', icon: Send, isOpen: false },
  sent: { label: 'Sent', tone: 'success', icon: CircleCheck, isOpen: false },
  failed: { label: 'Failed', tone: 'danger', icon: CircleX, isOpen: true },
  bounced: { label: 'Bounced', tone: 'danger', icon: MailX, isOpen: true },
  suppressed: { label: 'Not sent', tone: 'warning', icon: CircleAlert, isOpen: true },
  uncertain: { label: 'May not have arrived', tone: 'warning', icon: CircleHelp, isOpen: true },
  canceled: { label: 'Canceled', tone: 'neutral', icon: CircleSlash, isOpen: false },
}

const insideOnly: StateLook = { label: 'Saved, not sent', tone: 'neutral', icon: Inbox, isOpen: false }

/** Whether a sent email stayed inside Shipmate, so that no one received it. */
export const isInsideOnly = ({ state, via }: Pick<StudentEmail, 'state' | 'via'>): boolean =>
  state === 'sent' && via === 'mailbox'

/** Returns how an email’s state looks. An email that stayed inside Shipmate wasn’t sent. */
export const stateLook = (email: Pick<StudentEmail, 'state' | 'via'>): StateLook =>
  isInsideOnly(email) ? insideOnly : looks[email.state]

type Told = Pick<StudentEmail, 'state' | 'via' | 'error' | 'attempts' | 'send_at' | 'student_id' | 'text'>

/** What staff should know about an email’s state. */
interface StateText {
  readonly sentence: string
  /** The mail server’s reply, or the error of the connection to it. */
  readonly reason?: string | null
}

// An instant ends with a period: '4:25 p.m.'
const queuedText = ({ attempts, error, send_at: at }: Told, now: Date): StateText => {
  const isDue = new Date(at) <= now
  if (attempts === 0)
    return { sentence: isDue ? 'Ready to send.' : `Shipmate sends this email on ${formatInstant(at)}` }
  const tried = attempts === 1 ? 'The first attempt failed.' : `The first ${attempts} attempts failed.`
  const next = isDue ? 'Shipmate tries again soon.' : `Shipmate tries again on ${formatInstant(at)}`
  return { sentence: `${tried} ${next}`, reason: error }
}

const refusedText =
  (what: string) =>
  (email: Told): StateText => ({
    // one to the sender of a form is sent again from the form
    sentence: canResend({ ...email, form_submission_id: null })
      ? `${what} Check the student’s email address, then send it again.`
      : what,
    reason: email.error,
  })

const sentenceOf = (error: string | null): StateText | null => (error === null ? null : { sentence: error })

const texts: Record<EmailState, (email: Told, now: Date) => StateText | null> = {
  queued: queuedText,
  sending: () => null,
  sent: (email) =>
    isInsideOnly(email)
      ? { sentence: 'No mail server was set up, so this email stayed in Shipmate. No one received it.' }
      : sentenceOf(email.error),
  failed: refusedText('Shipmate couldn’t send this email.'),
  bounced: refusedText('The mail server returned this email.'),
  suppressed: ({ error }) => ({ sentence: error ?? 'Shipmate doesn’t send emails to this address.' }),
  uncertain: ({ error }) => ({
    sentence:
      'The mail server didn’t confirm this email. Ask the student if they received it before you send it again.',
    reason: error,
  }),
  canceled: ({ error }) => sentenceOf(error),
}

/** Returns what staff should know about an email’s state; null if the label says it all. */
export const stateText = (email: Told, now = new Date()): StateText | null => texts[email.state](email, now)

/** Seconds between two reloads of a list while an email of it isn’t sent yet. Every reload is in the access log. */
const [shortest, longest] = [5, 60]

/** Returns the milliseconds until a list should be reloaded: soon after an email is due; false if none is pending. */
export const reloadAfter = (
  emails: readonly Pick<StudentEmail, 'state' | 'send_at'>[],
  now = new Date(),
): number | false => {
  const pauses = emails.flatMap(({ state, send_at: at }) => {
    if (state === 'sending') return [shortest]
    return state === 'queued' ? [pauseUntil((new Date(at).getTime() - now.getTime()) / 1000)] : []
  })
  return pauses.length === 0 ? false : Math.min(...pauses) * 1000
}

/** An email that has been due for a while can’t be sent now, for example because no mail server is set up. */
const pauseUntil = (due: number): number =>
  due < -longest ? longest : Math.min(longest, Math.max(shortest, due + 2))
