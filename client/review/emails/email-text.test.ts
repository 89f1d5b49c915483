import { describe, expect, test } from 'vitest'
import type { StudentEmail } from '#contract/review/emails/shapes.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import { reloadAfter, stateLook, stateText } from './email-text.ts'

const now = new Date('2026-11-20T15:00:00.000Z')
const later = '2026-11-20T15:05:00.000Z'
const earlier = '2026-11-20T14:59:00.000Z'
const base = { via: null, error: null, attempts: 0, send_at: later, student_id: 900, text: 'Hello' } as const

const cases: readonly [string, Partial<StudentEmail> & Pick<StudentEmail, 'state'>, string, string | null][] =
  [
    ['queued', { state: 'queued' }, 'Queued', `Shipmate sends this email on ${formatInstant(later)}`],
    ['queued and due', { state: 'queued', send_at: earlier }, 'Queued', 'Ready to send.'],
    [
      'queued after 1 attempt',
      { state: 'queued', attempts: 1, error: '451 Try later' },
      'Queued',
      `The first attempt failed. Shipmate tries again on ${formatInstant(later)} Reason: 451 Try later`,
    ],
    [
      'queued after 2 attempts and due',
      { state: 'queued', attempts: 2, send_at: earlier },
      'Queued',
      'The first 2 attempts failed. Shipmate tries again soon.',
    ],
    ['sending', { state: 'sending' }, 'Sending', null],
    ['sent', { state: 'sent', via: 'smtp' }, 'Sent', null],
    [
      'sent and reported as spam',
      { state: 'sent', via: 'smtp', error: 'The recipient reported this email as spam.' },
      'Sent',
      'The recipient reported this email as spam.',
    ],
    [
      'in the mailbox only',
      { state: 'sent', via: 'mailbox' },
      'Saved, not sent',
      'No mail server was set up, so this email stayed in Shipmate. No one received it.',
    ],
    [
      'failed',
      { state: 'failed', error: '550 No such user' },
      'Failed',
      'Shipmate couldn’t send this email. Check the student’s email address, then send it again. Reason: 550 No such user',
    ],
    [
      'failed to an account',
      { state: 'failed', student_id: null },
      'Failed',
      'Shipmate couldn’t send this email.',
    ],
    [
      'bounced',
      { state: 'bounced', via: 'smtp', error: '552 Mailbox full' },
      'Bounced',
      'The mail server returned this email. Check the student’s email address, then send it again. Reason: 552 Mailbox full',
    ],
    ['suppressed', { state: 'suppressed' }, 'Not sent', 'Shipmate doesn’t send emails to this address.'],
    [
      'uncertain',
      { state: 'uncertain', error: 'Connection closed' },
      'May not have arrived',
      'The mail server didn’t confirm this email. Ask the student if they received it before you send it again. Reason: Connection closed',
    ],
    ['canceled', { state: 'canceled' }, 'Canceled', null],
    [
      'canceled by an undo',
      { state: 'canceled', error: 'The change that caused it was undone.' },
      'Canceled',
      'The change that caused it was undone.',
    ],
  ]

test.each(cases)('an email that is %s says so', (_, values, label, words) => {
  const email = { ...base, ...values }
  const told = stateText(email, now)
  expect(stateLook(email).label).toBe(label)
  expect(told && [told.sentence, ...(told.reason ? [`Reason: ${told.reason}`] : [])].join(' ')).toBe(words)
})

describe('a list of emails', () => {
  const queued = (at: string) => ({ state: 'queued', send_at: at }) as const

  test.each([
    ['isn’t reloaded without pending emails', [{ state: 'sent', send_at: earlier } as const], false],
    [
      'is reloaded soon while an email is being sent',
      [{ state: 'sending', send_at: earlier } as const],
      5000,
    ],
    ['is reloaded after the first email is due', [queued(later), queued('2026-11-20T15:00:20.000Z')], 22_000],
    ['is reloaded every minute while the next email isn’t due for longer', [queued(later)], 60_000],
    ['is reloaded soon if an email has just become due', [queued('2026-11-20T14:59:58.000Z')], 5000],
    ['is reloaded every minute if emails can’t be sent', [queued('2026-11-20T14:00:00.000Z')], 60_000],
  ])('%s', (_, emails, pause) => {
    expect(reloadAfter(emails, now)).toBe(pause)
  })
})
