import * as z from 'zod/mini'
import { payer } from './shapes.ts'

/** How many days back the page can look. */
export const payerHealthDays = z.enum(['7', '30', '90'])

/** How one payer answered on one day (YYYY-MM-DD). */
export const payerHealth = z.object({
  payer,
  day: z.string(),
  inquiries: z.int(),
  /** Inquiries that the payer answered about the student, whatever it said. */
  answered: z.int(),
  not_found: z.int(),
  /** Technical failures: no response, an outage, or an answer that can’t be read. */
  failed: z.int(),
  /** Milliseconds until an answer, the median and the slowest twentieth; null if none was measured. */
  latency_p50: z.nullable(z.int()),
  latency_p95: z.nullable(z.int()),
  cost_cents: z.int(),
})
export type PayerHealth = z.output<typeof payerHealth>
