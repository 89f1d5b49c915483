import * as z from 'zod/mini'
import { text } from '#contract/platform/fields.ts'

/** The user’s reason for revealing an SSN, saved in the access log. */
export const revealReason = z.strictObject({ reason: text(500) })

/** '912-34-5678'; null if there is none. */
export const revealedSsn = z.object({ ssn: z.nullable(z.string()) })
