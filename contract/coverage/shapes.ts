import * as z from 'zod/mini'
import { fieldChange } from '../history/shapes.ts'
import { coverages, coverageStatuses } from './choices.ts'

/** A move that the transition table allows a line: what it is called, where it leads, and what it would write today. */
export const statusMove = z.object({
  coverage: z.enum(coverages),
  event: z.string(),
  label: z.string(),
  to: z.enum(coverageStatuses),
  /** Dates, premiums and what the plan says, where they would change. */
  changes: z.array(fieldChange),
})

/** What the plan of a line says that its tier costs, for the term that the line is covered. */
export const planPremium = z.object({
  coverage: z.enum(coverages),
  /** One of the tiers of enrollment. */
  tier: z.enum(coverageStatuses),
  premium: z.string(),
})
