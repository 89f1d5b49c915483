import { coverageStatuses, statusCatalogue, type CoverageStatus, type StatusFamily } from './choices.ts'

/** The families in words. */
export const familyLabels: Record<StatusFamily, string> = {
  enrolled: 'Enrolled',
  waived: 'Waived',
  declined: 'Declined',
  not_started: 'Not Started',
  exempt: 'Exempt',
  loa: 'LOA',
  not_applicable: 'N/A',
}

// Object.keys forgets that the keys are the families
const familyNames = Object.keys(familyLabels) as StatusFamily[]

/** The families with their statuses, as counts and filters show them. */
export const statusFamilies: readonly { family: StatusFamily; statuses: readonly CoverageStatus[] }[] =
  familyNames.map((family) => ({
    family,
    statuses: coverageStatuses.filter((status) => statusCatalogue[status].family === family),
  }))

/** Waivers that must be looked at again (specification section 4). */
export const reverificationStatuses = [
  'waived_needs_reverified',
  'waiver_inactive',
  'waived_aged_out',
  'waiver_utp',
] as const satisfies readonly CoverageStatus[]

/** Waivers that wait for staff or for the student: the insurance card is looked at to decide them. */
export const waitingWaivers = [
  'waiver_submitted',
  'waiver_utp',
  'enrolled_waiver_submitted',
  'enrolled_waiver_utp',
] as const satisfies readonly CoverageStatus[]

/** The tiers of enrollment. */
export const tiers = [
  'enrolled',
  'enrolled_ech',
  'enrolled_esp',
  'enrolled_espch',
  'enrolled_espch2',
  'enrolled_efam',
] as const satisfies readonly CoverageStatus[]
export type Tier = (typeof tiers)[number]

/** A submitted form needs a decision: the view, the school list and every other count of reviews read these. */
export const needsReview = [
  'enrollment_submitted',
  'waiver_submitted',
  'enrolled_waiver_submitted',
  'waived_enrollment_submitted',
] as const satisfies readonly CoverageStatus[]

/** Where a student is covered: enrolled with cover running, or waived on other cover. */
export const coveredStatuses = [
  ...tiers,
  'enrolled_waiver_submitted',
  'enrolled_waiver_utp',
  'waived',
  'waived_needs_reverified',
] as const satisfies readonly CoverageStatus[]

/** Whom the share of covered students is taken of: everyone whom the coverage is offered to. */
export const applicableStatuses = coverageStatuses.filter((status) => status !== 'not_applicable')

/** What the counts on screens count, in a sentence. */
export const countMeanings = {
  needs_review: 'Students with a submitted form that needs a decision.',
  covered:
    'Covered: enrolled, or waived with other coverage. The share is of all active students whose status is not Not Applicable.',
} as const
