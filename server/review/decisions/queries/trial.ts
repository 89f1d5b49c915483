import type { WaiverDecision, WaiverTrial } from '#contract/review/decisions/shapes.ts'
import { dates } from '#contract/setup/period-documents/dates.ts'
import { waiverConfiguration } from '#contract/setup/period-documents/waiver-configuration.ts'
import type { Context } from '#server/platform/context.ts'
import { deadlineFor } from '#server/platform/coverage/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { readDocument } from '#server/setup/period-documents/index.ts'
import { decideWaiver } from '../rules/decide.ts'
import type { EligibilityResult, WaivedLine, WaiverFacts } from '../rules/facts.ts'

/**
 * Decides a made-up waiver, sent today or on the day that it names, by the saved waiver options of a period. Reads only.
 * @throws Problem 404, unknown_content
 */
export const tryWaiver = async (
  context: Context,
  periodId: number,
  trial: WaiverTrial,
): Promise<WaiverDecision> => {
  const rules = await readDocument(context, periodId, waiverConfiguration)
  const year = await readDocument(context, periodId, dates)
  const today = trial.submitted_on ?? dayIn(context.services.clock, officeTimeZone)
  return decideWaiver({
    rules,
    year,
    student: {
      program: trial.program,
      campus: trial.campus,
      class_year: trial.graduation_year,
      rotation_location: trial.rotation_location,
      has_visa: null,
      language: trial.language,
    },
    line: lineOf(trial),
    ...sentIn(trial, today),
    submitted_on: today,
    deadline_on: deadlineFor(year, trial, 'waiver_deadline_on'),
    today,
    eligibility: resultIn(trial),
  })
}

const lineOf = (trial: WaiverTrial): WaivedLine => ({
  status: 'waiver_submitted',
  prior_tier: null,
  coverage_starts_on: null,
  source_of_coverage: trial.source_of_coverage,
  insurance_type: trial.insurance_type,
  subscriber_relation: null,
  member_id: null,
  has_exception: false,
  company: {
    name: null,
    medicaid_state: trial.medicaid_state,
    is_health_sharing: trial.company_flags.includes('is_health_sharing'),
    is_short_term: trial.company_flags.includes('is_short_term'),
    is_foreign: trial.company_flags.includes('is_foreign'),
  },
})

/** Documents have today’s date, except for a coverage letter whose date is given. */
const sentIn = (trial: WaiverTrial, today: string): Pick<WaiverFacts, 'documents' | 'attestations'> => ({
  documents: trial.documents.map((kind) => ({
    kind,
    ref: kind,
    dated_on: kind === 'coverage_letter' ? (trial.coverage_letter_on ?? today) : today,
  })),
  attestations: Object.fromEntries(trial.attested.map((key) => [key, true])),
})

const resultIn = (trial: WaiverTrial): EligibilityResult | null =>
  trial.eligibility_status && {
    ref: null,
    status: trial.eligibility_status,
    plan_name: null,
    plan_begins_on: trial.plan_begins_on,
    plan_ends_on: trial.plan_ends_on,
    deductible: trial.deductible,
    out_of_pocket_max: trial.out_of_pocket_max,
    services: {},
  }
