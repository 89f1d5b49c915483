import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { id, person, text } from '#contract/platform/fields.ts'
import { outcomes } from './choices.ts'

/** The decision of a second person, who hasn’t seen the first one. It changes no status. */
export const newSecondReview = z.strictObject({
  form_submission_id: id,
  coverage_type: z.enum(coverages),
  outcome: z.enum(outcomes),
  /** For the office; the student doesn’t see it. */
  comment: z.optional(z.nullable(text(2000))),
  /** The form’s. */
  version: z.optional(z.int()),
})
export type NewSecondReview = z.output<typeof newSecondReview>

/** Why a decision is kept although a second person decided differently. */
export const keptDecision = z.strictObject({ reason: text(2000) })

/** A second review of a decision that still applies. */
export const secondReview = z.object({
  id: z.int(),
  coverage_type: z.enum(coverages),
  /** The reviewed decision: the ID of one of the form’s `outcomes`. */
  outcome_id: z.int(),
  /** What the second person decided. */
  outcome: z.enum(outcomes),
  agrees: z.boolean(),
  comment: z.nullable(z.string()),
  reviewed_by: person,
  reviewed_at: z.string(),
  /** Whether the decision was made together with those of other forms: an undo would undo them all. */
  is_bulk: z.boolean(),
  /** How a disagreement was resolved without changing the decision; null if it’s open, or if both agree. */
  kept: z.nullable(z.object({ reason: z.string(), by: person, at: z.string() })),
})
export type SecondReview = z.output<typeof secondReview>
