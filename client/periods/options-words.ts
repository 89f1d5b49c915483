import { coverageLabels } from '#contract/coverage/choices.ts'
import { defaultAlsoLabels } from '#contract/periods/enrollment-options.ts'
import { qualifyingEventLabels, type SupplementalFee } from '#contract/periods/insurance-configuration.ts'
import { academicStatusLabels } from '#contract/student-periods/choices.ts'
import { wordsBy } from '#client/common/set-up/document-words.ts'

/** What a line of the last year becomes in a new one. */
export const enrolledBecomes = { not_started: 'Not started', renewed: 'Enrolled again' } as const
export const waivedBecomes = { not_started: 'Not started', renewed: 'Waived, to be reverified' } as const

/** The supplemental fees as staff call them. */
export const feeLabels: Record<SupplementalFee, string> = {
  admin_fee: 'Administration fee',
  on_call_fee: 'On-call fee',
  ltd_premium: 'Long-term disability',
  life_premium: 'Life insurance',
  add_premium: 'Accidental death and dismemberment',
}

/** The parts of the three documents, for the choice between two people's changes. */
export const lineLabels = {
  medical_offered: 'Medical offered',
  dental_offered: 'Dental offered',
  vision_offered: 'Vision offered',
  medical_is_voluntary: 'Medical voluntary',
  medical_audience: 'Medical offered to',
  dental_audience: 'Dental offered to',
  vision_audience: 'Vision offered to',
  medical_enrolls_by_default: 'Medical enrolls by default',
  dental_enrolls_by_default: 'Dental enrolls by default',
  vision_enrolls_by_default: 'Vision enrolls by default',
  default_also: 'Default enrollment also takes',
  exemptions: 'Exemptions',
} as const
export const dateLabels = {
  starts_on: 'Starts',
  ends_on: 'Ends',
  enrollment_opens_on: 'Enrollment opens',
  enrollment_closes_on: 'Enrollment closes',
  waiver_opens_on: 'Waivers open',
  waiver_deadline_on: 'Waiver deadline',
  cohorts: 'Cohorts',
  coverage_terms: 'Coverage terms',
} as const
export const ruleLabels = {
  uses_family_tier: 'One family tier',
  keeps_coverage_on_leave: 'Coverage on leave',
  enrolled_becomes: 'Enrolled last year',
  waived_becomes: 'Waived last year',
  qualifying_event_days: 'Days from a life event',
  qualifying_events: 'Life events',
  late_waiver_fee: 'Late waiver fee',
  ...feeLabels,
} as const

/** How changes of the insurance options are told. */
export const optionsWords = wordsBy(
  {
    ...coverageLabels,
    not_started: 'Not started',
    renewed: 'Renewed',
    ...defaultAlsoLabels,
    ...qualifyingEventLabels,
    ...academicStatusLabels,
  },
  { ...lineLabels, ...dateLabels, ...ruleLabels },
)
