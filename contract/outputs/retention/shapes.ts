import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'

/** A legal hold: since when, and why. */
const hold = z.object({ since: z.string(), reason: z.string() })

/** What an erasure of a student would do, and what keeps it from being done. */
export const studentRetention = z.object({
  erased_at: z.nullable(z.string()),
  /** The student’s own hold. */
  hold: z.nullable(hold),
  school: z.object({ id: z.int(), name: z.string(), hold: z.nullable(hold) }),
  /** Why the record can’t be erased now; null if it can. */
  blocked: z.nullable(z.string()),
  /** How much is erased. */
  counts: z.object({
    policy_years: z.int(),
    dependents: z.int(),
    forms: z.int(),
    documents: z.int(),
    notes: z.int(),
    messages: z.int(),
    emails: z.int(),
    checks: z.int(),
    history_entries: z.int(),
  }),
})
export type StudentRetention = z.output<typeof studentRetention>

/** Why a record is erased, held or released. It’s saved in the history. */
export const retentionReason = z.strictObject({ reason: text(500) })
