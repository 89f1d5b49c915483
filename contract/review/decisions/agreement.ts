import * as z from 'zod/mini'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { outcomes, verdicts } from './choices.ts'
import { recommendations } from './shapes.ts'

/** What someone wrote about a suggestion. */
const comment = z.object({
  id: z.int(),
  verdict: z.enum(verdicts),
  comment: z.string(),
  correct_outcome: z.nullable(z.enum(outcomes)),
  /** Who wrote it. */
  by: z.string(),
  at: z.string(),
  submission_id: z.int(),
  /** ‘Lopez, Ana’; null if the form has no name yet. */
  student_name: z.nullable(z.string()),
})

/**
 * How staff’s decisions compare with what the rules recommended, in one policy year. Counts the latest decision
 * of each coverage type that wasn’t undone and that had a recommendation.
 */
export const agreement = z.object({
  decided: z.int(),
  /** Decided as recommended. */
  agreed: z.int(),
  /** The rules left it to staff, who neither agree nor disagree. */
  undecided_by_rules: z.int(),
  /** Rules that weren’t met or not known yet, most often first. */
  by_rule: z.array(
    z.object({
      key: z.enum(ruleKeys),
      open: z.int(),
      /** Approved although it was open. */ approved_anyway: z.int(),
    }),
  ),
  /** Decisions other than recommended, most often first. An approval has no reasons. */
  overrides: z.array(
    z.object({
      recommendation: z.enum(recommendations),
      outcome: z.enum(outcomes),
      quantity: z.int(),
      /** One decision can have several reasons. */
      reasons: z.array(z.object({ code: z.string(), quantity: z.int() })),
    }),
  ),
  /** The latest verdict of each person about each suggestion. */
  feedback: z.object({ agree: z.int(), disagree: z.int(), /** The newest 20. */ comments: z.array(comment) }),
  /** What second reviews said about each decision, whether it still applies or not; most often first. */
  second_reviews: z.array(
    z.object({
      /** What the first person decided. */
      outcome: z.enum(outcomes),
      reviewed: z.int(),
      agreed: z.int(),
    }),
  ),
  /** Hours from the submission to the decision, with 1 decimal; null if nothing is decided. */
  median_hours: z.nullable(z.number()),
  /** The hours within which 9 of 10 were decided. */
  p90_hours: z.nullable(z.number()),
})
export type Agreement = z.output<typeof agreement>
