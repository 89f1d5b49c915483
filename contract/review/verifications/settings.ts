import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'
import { eligibilityProviders } from './choices.ts'

/** Returns whether the last digit of an NPI fits the others: Luhn’s formula after the prefix 80840 (45 CFR 162.406). */
export const isNpi = (text: string): boolean => {
  const sum = [...`80840${text}`]
    .toReversed()
    .map((digit, place) => Number(digit) * (place % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return /^\d{10}$/.test(text) && sum % 10 === 0
}

/** A National Provider Identifier. */
const npi = z.string().check(
  z.regex(/^\d{10}$/, 'Enter 10 digits.'),
  z.refine((text) => !/^\d{10}$/.test(text) || isNpi(text), 'Check the digits. This isn’t an NPI.'),
)

/** An ID in ISA06, ISA08, GS02 and GS03: at most 15 characters of the basic character set. */
const interchangeId = z
  .string()
  .check(z.regex(/^[A-Z0-9 ]{2,15}$/, 'Enter 2 to 15 capital letters and digits.'))

const settings = {
  /** Null until staff choose one: a check then ends as “couldn’t be sent”. */
  provider: z.nullable(z.enum(eligibilityProviders)),
  /** The clearinghouse’s https address; http only for hosts that the server’s settings name. */
  address: z.nullable(
    z
      .string()
      .check(
        z.maxLength(500),
        z.regex(/^https?:\/\/[^\s@]+$/, 'Enter an address that starts with https://.'),
      ),
  ),
  user_name: z.nullable(text(200)),
  /** Who asks. */
  organization: z.nullable(text(60)),
  npi: z.nullable(npi),
  sender_id: z.nullable(interchangeId),
  receiver_id: z.nullable(interchangeId),
  /** The price of one inquiry, to count costs. */
  inquiry_cost_cents: z.int().check(z.gte(0), z.lte(1000)),
  /** The most that checks of one month can cost; null without a limit. */
  cost_limit_cents: z.nullable(z.int().check(z.gte(0), z.lte(100_000_000))),
  /** Inquiries that are sent in a minute at most. */
  inquiries_per_minute: z.int().check(z.gte(1), z.lte(6000)),
  /** Of the simulator: milliseconds before it answers, and whether it acts as if no payer could be reached. */
  simulator_latency_ms: z.int().check(z.gte(0), z.lte(10_000)),
  simulator_is_out: z.boolean(),
} as const

/** Who carries a school’s eligibility checks, as it’s read. */
export const eligibilitySettings = z.object({
  ...settings,
  /** Whether a password or key is saved. It can’t be read. */
  has_secret: z.boolean(),
  /** What the checks of this month have cost. */
  spent_cents: z.int(),
  /** Whether the simulator can be chosen: at demo schools. */
  can_simulate: z.boolean(),
  version: z.int(),
})
export type EligibilitySettings = z.output<typeof eligibilitySettings>

/** The same as it’s changed. `secret`: a new password or API key; absent to keep the saved one, null to remove it. */
export const eligibilitySettingsChange = z.strictObject({
  ...settings,
  secret: z.optional(z.nullable(text(2000))),
  version: z.int(),
})
export type EligibilitySettingsChange = z.output<typeof eligibilitySettingsChange>

export const eligibilitySettingsLabels = {
  provider: 'Clearinghouse',
  address: 'Address',
  user_name: 'Username',
  secret: 'Password or key',
  organization: 'Organization',
  npi: 'NPI',
  sender_id: 'Sender ID',
  receiver_id: 'Receiver ID',
  inquiry_cost_cents: 'Cost per inquiry',
  cost_limit_cents: 'Monthly cost limit',
  inquiries_per_minute: 'Inquiries per minute',
  simulator_latency_ms: 'Simulator delay (milliseconds)',
  simulator_is_out: 'Simulate an outage',
} as const satisfies Record<Exclude<keyof EligibilitySettingsChange, 'version'>, string>
