import * as z from 'zod/mini'
import { text } from '../fields.ts'
import { eligibilityProviders } from './choices.ts'

/** A National Provider Identifier: ten digits (45 CFR 162.406). */
const npi = z.string().check(z.regex(/^\d{10}$/, 'Enter 10 digits.'))

/** An ID in ISA06, ISA08, GS02 and GS03: at most 15 characters of the basic character set. */
const interchangeId = z
  .string()
  .check(z.regex(/^[A-Z0-9 ]{2,15}$/, 'Enter 2 to 15 capital letters and digits.'))

const settings = {
  /** Null until staff choose one: a check then ends as “couldn’t be sent”. */
  provider: z.nullable(z.enum(eligibilityProviders)),
  /** The clearinghouse’s https address. */
  address: z.nullable(
    z
      .string()
      .check(z.maxLength(500), z.regex(/^https:\/\/\S+$/, 'Enter an address that starts with https://.')),
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
