import type * as z from 'zod/mini'
import { foldText } from '#contract/fold-text.ts'
import type { Coverage } from '#contract/coverage/choices.ts'
import type { Audience } from '#contract/periods/audience.ts'
import type { enrollmentOptions } from '#contract/periods/enrollment-options.ts'
import type { insuranceConfiguration } from '#contract/periods/insurance-configuration.ts'
import type { Plan } from '#contract/periods/plans.ts'

/** How a period is set up, as far as its lines need it. */
export interface LineRules {
  readonly options: z.output<typeof enrollmentOptions.content>
  readonly insurance: z.output<typeof insuranceConfiguration.content>
  readonly plans: Readonly<Record<Coverage, Plan>>
}

/** Whom a line is for, as far as an audience asks. */
export interface Who {
  readonly program?: unknown
  readonly campus?: unknown
  readonly graduation_year?: unknown
  readonly academic_status?: unknown
}

/** Whether a line is there for somebody, and whether they are free of it. */
export interface Standing {
  readonly offered: boolean
  readonly exempt: boolean
}

type Offered = Readonly<Record<`${Coverage}_offered`, boolean>> & { readonly rules?: LineRules | undefined }

/** How somebody stands to a line of a period: offered to them, or exempt from it. */
export const standingOf = (period: Offered, coverage: Coverage, who: Who): Standing => {
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

const isAmong = (asked: readonly string[], value: unknown): boolean =>
  asked.length === 0 || (typeof value === 'string' && asked.some((one) => foldText(one) === foldText(value)))

/** Whether somebody belongs to an audience: every list that asks holds what they have. */
export const isFor = (audience: Audience, who: Who): boolean =>
  isAmong(audience.programs, who.program) &&
  isAmong(audience.campuses, who.campus) &&
  isAmong(audience.academic_statuses, who.academic_status) &&
  (audience.class_years.length === 0 ||
    audience.class_years.includes(Number(who.graduation_year ?? Number.NaN)))
