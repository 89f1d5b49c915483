import * as z from 'zod/mini'
import { coverages, coverageStatuses } from './choices.ts'

/** A move that the transition table allows a line: what it is called, and where it leads. */
export const statusMove = z.object({
  coverage: z.enum(coverages),
  event: z.string(),
  label: z.string(),
  to: z.enum(coverageStatuses),
})
