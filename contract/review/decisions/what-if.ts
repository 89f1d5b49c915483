import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { ruleKeys } from '#contract/setup/period-documents/waiver-rules.ts'
import { recommendations } from './shapes.ts'

/** The most examples that a what-if shows. */
export const mostExamples = 20

/** What the saved waiver options of a policy year would change in the waivers of this and the last year. */
export const waiverWhatIf = z.object({
  /** Waived coverage types that were judged. */
  judged: z.int(),
  /** Those of them that would get a different recommendation. */
  changed: z.int(),
  /** The same by recommendation, the most frequent first. */
  moves: z.array(z.object({ from: z.enum(recommendations), to: z.enum(recommendations), quantity: z.int() })),
  /** The first changed ones of the newest forms. */
  examples: z.array(
    z.object({
      submission_id: z.int(),
      period_id: z.int(),
      /** `Lopez, Ana`, as sent. */
      student_name: z.string(),
      coverage_type: z.enum(coverages),
      from: z.enum(recommendations),
      to: z.enum(recommendations),
      /** The rules that count differently. */
      rules: z.array(z.enum(ruleKeys)),
    }),
  ),
  /** Whether only the newest forms were judged, because there are too many. */
  is_cut: z.boolean(),
})
export type WaiverWhatIf = z.output<typeof waiverWhatIf>
