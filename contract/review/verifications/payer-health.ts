import * as z from 'zod/mini'
import { payer } from './shapes.ts'

/** How many days back payer health can be read. */
export const payerHealthDays = ['7', '14', '30'] as const
export type PayerHealthDays = (typeof payerHealthDays)[number]

const counts = {
  /** Inquiries sent. Those that the payer hasn’t answered yet count here only. */
  inquiries: z.int(),
  /** Answers that say what is known of the coverage: active, inactive or another plan. */
  answered: z.int(),
  /** Answers that the person wasn’t found. */
  not_found: z.int(),
  /** Answers that something in the inquiry was missing or wrong. */
  refused: z.int(),
  /** Inquiries without an answer: an outage, a timeout, or a connection or enrollment that isn’t set up. */
  failed: z.int(),
  /** Milliseconds until the answer: half of the inquiries took less. */
  median_ms: z.nullable(z.int()),
}

/** How a payer answered in a number of days. Days are those of the office’s time zone. */
export const payerHealth = z.object({
  payer,
  /** Whether the simulator answered for it. */
  is_simulated: z.boolean(),
  ...counts,
  /** Milliseconds until the answer: 19 of 20 inquiries took less. */
  p95_ms: z.nullable(z.int()),
  last_failure: z.nullable(z.object({ sent_at: z.string(), message: z.nullable(z.string()) })),
  /** Only days with inquiries, oldest first. */
  by_day: z.array(z.object({ day: z.string(), ...counts })),
})
export type PayerHealth = z.output<typeof payerHealth>
