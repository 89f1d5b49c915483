import * as z from 'zod/mini'
import { fieldChange } from '#contract/platform/field-change.ts'
import { coverages, coverageStatuses } from './choices.ts'

/** A status change that the transition table allows: its label, its target and the fields it would write today. */
export const statusMove = z.object({
  coverage: z.enum(coverages),
  event: z.string(),
  label: z.string(),
  to: z.enum(coverageStatuses),
  /** The dates, premium and plan details that would change. */
  changes: z.array(fieldChange),
})

/** The premium from the plan for a student’s tier and coverage dates. */
export const planPremium = z.object({
  coverage: z.enum(coverages),
  /** One of the enrolled tiers. */
  tier: z.enum(coverageStatuses),
  premium: z.string(),
})
