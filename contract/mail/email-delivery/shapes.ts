import * as z from 'zod/mini'
import { emailAddress, instant, person, text } from '#contract/platform/fields.ts'
import type { Columns } from '#contract/platform/table-filters.ts'

/** Why an address gets no emails: one bounced for good, its owner reported spam, or staff added it. */
export const suppressionSources = ['bounced', 'complained', 'added'] as const
export type SuppressionSource = (typeof suppressionSources)[number]

export const suppressionLabels: Record<SuppressionSource, string> = {
  bounced: 'Bounced',
  complained: 'Reported as spam',
  added: 'Added by staff',
}

/** An address that gets no emails. */
export const suppressedAddress = z.object({
  id: z.int(),
  /** In lower case. */
  address: z.string(),
  source: z.enum(suppressionSources),
  /** The mail server’s words, or those of staff. */
  reason: z.string(),
  since: z.string(),
  /** The user who added it; null if a report did. */
  added_by: z.nullable(person),
})
export type SuppressedAddress = z.output<typeof suppressedAddress>

export const suppressedAddressColumns = {
  address: { label: 'Address', kind: 'text' },
  source: { label: 'Reason', kind: 'choice', choices: suppressionSources },
  since: { label: 'Since', kind: 'instant' },
} as const satisfies Columns

export const newSuppressedAddress = z.strictObject({ address: emailAddress, reason: text(500) })

/** The types of reports about emails. */
const emailEventTypes = ['bounced', 'complained'] as const

/** A report of the mail server’s provider about an email that it took. */
const emailEvent = z.object({
  /** The same for repeated deliveries of a report, which change nothing. */
  id: text(200),
  type: z.enum(emailEventTypes),
  /** The email’s Message-ID, with or without angle brackets. */
  message_id: text(500),
  recipient: z.optional(z.string().check(z.maxLength(320))),
  /** Whether the address doesn’t work at all; a full mailbox isn’t permanent. */
  is_permanent: z._default(z.boolean(), false),
  reason: z._default(z.nullable(z.string().check(z.maxLength(4000))), null),
  at: z.optional(instant),
})
export type EmailEvent = z.output<typeof emailEvent>

/** The most reports in one call. */
const mostEvents = 100

export const emailEvents = z.object({
  events: z.array(emailEvent).check(z.minLength(1), z.maxLength(mostEvents)),
})

/** What became of reports: read before, or about an email that Shipmate doesn’t know. */
export const eventsResult = z.object({ applied: z.int(), repeated: z.int(), unknown: z.int() })
export type EventsResult = z.output<typeof eventsResult>

/** The days that the delivery figures cover. */
export const reportDays = 30

const figures = {
  sent: z.int(),
  /** Only in the mailbox inside Shipmate, because no mail server was set up. */
  kept_inside: z.int(),
  failed: z.int(),
  bounced: z.int(),
}

/** How email delivery is doing. Days are those of the office. */
export const deliveryReport = z.object({
  /** Null if no mail server is set up: emails stay in the mailbox inside Shipmate. */
  mail_server: z.nullable(
    z.object({ host: z.string(), port: z.int(), is_tls: z.boolean(), has_login: z.boolean() }),
  ),
  sender: z.nullable(z.string()),
  /** The DKIM selector and domain that Shipmate signs emails with; null if it doesn’t. */
  signature: z.nullable(z.object({ selector: z.string(), domain: z.string() })),
  /** The most emails per second. */
  rate: z.number(),
  receives_events: z.boolean(),
  waiting: z.object({
    /** Due now. */
    due: z.int(),
    /** Not due yet: a delay, a schedule, or the pause before another attempt. */
    later: z.int(),
    /** When the oldest of those that are due became due. */
    oldest_due_at: z.nullable(z.string()),
    /** May not have arrived: staff decide about them. */
    uncertain: z.int(),
  }),
  suppressed_addresses: z.int(),
  totals: z.object(figures),
  /** The last 30 days with any email, newest first. */
  days: z.array(z.object({ day: z.string(), ...figures })),
  /** By school, most emails first; a null school means emails about accounts. */
  schools: z.array(z.object({ id: z.nullable(z.int()), name: z.nullable(z.string()), ...figures })),
})
export type DeliveryReport = z.output<typeof deliveryReport>

/** The steps of a connection test, in their order. */
export const connectionSteps = ['connect', 'tls', 'login'] as const

/** The result of a connection test. */
export const connectionTest = z.object({
  is_ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(connectionSteps),
      outcome: z.enum(['ok', 'failed', 'skipped']),
      /** The mail server’s words, or the error of the connection. */
      words: z.nullable(z.string()),
    }),
  ),
  milliseconds: z.int(),
})
export type ConnectionTest = z.output<typeof connectionTest>

/** What DNS says about one way to protect the sender’s domain. */
const domainCheck = z.object({
  name: z.enum(['spf', 'dkim', 'dmarc']),
  /** `unknown`: DNS didn’t respond, or there is nothing to look for. */
  outcome: z.enum(['ok', 'weak', 'wrong', 'missing', 'unknown']),
  /** The name that was looked up. */
  host: z.nullable(z.string()),
  /** The record as it is. */
  record: z.nullable(z.string()),
  /** What it means, and what to do. */
  words: z.string(),
})
export type DomainCheck = z.output<typeof domainCheck>

export const senderDomain = z.object({ domain: z.string(), checks: z.array(domainCheck) })

/** The name under which a DKIM key is published, as in `selector._domainkey.example.edu` (RFC 6376). */
export const dkimSelector = z.string().check(z.regex(/^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/i))
