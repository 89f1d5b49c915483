import type * as z from 'zod/mini'
import { foldText } from '#contract/platform/fold-text.ts'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Audience } from '#contract/setup/period-documents/audience.ts'
import type { dates } from '#contract/setup/period-documents/dates.ts'
import type { enrollmentOptions } from '#contract/setup/period-documents/enrollment-options.ts'
import type { insuranceConfiguration } from '#contract/setup/period-documents/insurance-configuration.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import type { ReverifyOptions } from './next-reverify-on.ts'

/** The setup of a period that its lines need. */
export interface LineRules {
  readonly options: z.output<typeof enrollmentOptions.content>
  readonly insurance: z.output<typeof insuranceConfiguration.content>
  readonly dates: z.output<typeof dates.content>
  readonly plans: Readonly<Record<Coverage, Plan>>
  /** The published waiver options; null until they’re published. */
  readonly waivers: ReverifyOptions | null
}

/** The details of a student that an audience uses. */
export interface EligibilityFacts {
  readonly program?: unknown
  readonly campus?: unknown
  readonly graduation_year?: unknown
  readonly academic_status?: unknown
}

/** Whether a line is offered to a student and whether they’re exempt. */
export interface CoverageEligibility {
  readonly offered: boolean
  readonly exempt: boolean
}

type Offered = Readonly<Record<`${Coverage}_offered`, boolean>> & { readonly rules?: LineRules | undefined }

/** Returns a student’s eligibility for a line of a period: offered or not, exempt or not. */
export const eligibilityOf = (
  period: Offered,
  coverage: Coverage,
  who: EligibilityFacts,
): CoverageEligibility => {
  const { rules } = period
  const offered = period[`${coverage}_offered`]
  if (!rules) return { offered, exempt: false }
  return {
    offered: offered && isFor(rules.options[`${coverage}_audience`], who),
    exempt: rules.options.exemptions.some(
      ({ coverages, audience }) => coverages.includes(coverage) && isFor(audience, who),
    ),
  }
}

const isListed = (asked: readonly string[], value: unknown): boolean =>
  asked.length === 0 || (typeof value === 'string' && asked.some((one) => foldText(one) === foldText(value)))

/** Returns whether a student belongs to an audience. Each list that isn’t empty must include their value. */
export const isFor = (audience: Audience, who: EligibilityFacts): boolean =>
  isListed(audience.programs, who.program) &&
  isListed(audience.campuses, who.campus) &&
  isListed(audience.academic_statuses, who.academic_status) &&
  (audience.class_years.length === 0 ||
    audience.class_years.includes(Number(who.graduation_year ?? Number.NaN)))
