import * as z from 'zod/mini'
import { text } from '../fields.ts'

/** Why an SSN is looked at, in the person's words: kept in the access log. */
export const revealReason = z.strictObject({ reason: text(500) })

/** '912-34-5678'; null where none is known. */
export const revealedSsn = z.object({ ssn: z.nullable(z.string()) })
