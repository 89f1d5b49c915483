import { coverageStatuses, statusCatalogue, type CoverageStatus, type StatusFamily } from './choices.ts'

/** Labels of the status families, as in counts and filters. */
export const familyLabels: Record<StatusFamily, string> = {
  enrolled: 'Enrollments',
  waived: 'Waivers',
  declined: 'Declined',
  not_started: 'Not Started',
  exempt: 'Exempt',
  loa: 'LOA',
  not_applicable: 'N/A',
}

// Object.keys drops the type of the keys: the families
const familyNames = Object.keys(familyLabels) as StatusFamily[]

/** The families with their statuses, for counts and filters. */
export const statusFamilies: readonly { family: StatusFamily; statuses: readonly CoverageStatus[] }[] =
  familyNames.map((family) => ({
    family,
    statuses: coverageStatuses.filter((status) => statusCatalogue[status].family === family),
  }))

/** The statuses that need reverification. */
export const reverificationStatuses = [
  'waived_needs_reverified',
  'waiver_utp',
] as const satisfies readonly CoverageStatus[]

/** The statuses of waivers whose other coverage has ended. Another check costs money and rarely finds it active. */
export const endedWaivers = [
  'waiver_inactive',
  'waived_aged_out',
] as const satisfies readonly CoverageStatus[]

/**
 * The statuses of waivers that are pending with staff or the student. Staff need the insurance card to decide
 * them.
 */
export const waitingWaivers = [
  'waiver_submitted',
  'waiver_utp',
  'enrolled_waiver_submitted',
  'enrolled_waiver_utp',
] as const satisfies readonly CoverageStatus[]

/** The statuses of waivers that can’t be processed until the student responds. */
export const unprocessedWaivers = [
  'waiver_utp',
  'enrolled_waiver_utp',
] as const satisfies readonly CoverageStatus[]

/** The statuses of enrollment forms that are pending with staff or the student. */
const waitingEnrollments = [
  'enrollment_submitted',
  'enrollment_utp',
  'waived_enrollment_submitted',
  'waived_enrollment_utp',
] as const satisfies readonly CoverageStatus[]

const waiting: Readonly<Record<'enroll' | 'waiver', readonly CoverageStatus[]>> = {
  enroll: waitingEnrollments,
  waiver: waitingWaivers,
}

/** Returns the statuses of a coverage type in which a form of a type waits for staff or for the student. */
export const waitingStatuses = (type: 'enroll' | 'waiver'): readonly CoverageStatus[] => waiting[type]

/** Returns whether a form of a type waits in a status. */
export const waitsIn = (type: 'enroll' | 'waiver', status: CoverageStatus): boolean =>
  waiting[type].includes(status)

/** The waivers that aging out affects: waived, and those that wait for a decision. */
export const agingWaivers = [
  'waived',
  'waived_needs_reverified',
  'waived_aged_out',
  'waived_enrollment_submitted',
  'waived_enrollment_utp',
  'waiver_submitted',
  'waiver_utp',
] as const satisfies readonly CoverageStatus[]

/** Enrolled statuses, one for each combination of covered dependents. */
export const tiers = [
  'enrolled',
  'enrolled_ech',
  'enrolled_esp',
  'enrolled_espch',
  'enrolled_espch2',
  'enrolled_efam',
] as const satisfies readonly CoverageStatus[]
export type Tier = (typeof tiers)[number]

/**
 * The statuses that wait for a decision of the office, whether a form was sent or not. The built-in view, the school list and every other
 * review count use them.
 */
export const needsReview = [
  'enrollment_submitted',
  'waiver_submitted',
  'enrolled_waiver_submitted',
  'waived_enrollment_submitted',
] as const satisfies readonly CoverageStatus[]

/** The statuses in which a student is covered: enrolled, or waived with other coverage. */
export const coveredStatuses = [
  ...tiers,
  'enrolled_waiver_submitted',
  'enrolled_waiver_utp',
  'waived',
  'waived_needs_reverified',
] as const satisfies readonly CoverageStatus[]

/** The statuses of an approved waiver, also if its coverage has since ended or an enrollment form was sent. */
export const approvedWaivers = [
  'waived',
  'waived_needs_reverified',
  'waived_aged_out',
  'waiver_inactive',
  'waived_enrollment_submitted',
  'waived_enrollment_utp',
] as const satisfies readonly CoverageStatus[]

/** The statuses of students who are or were enrolled in the policy year, and so have a premium. */
export const chargedStatuses = [
  ...tiers,
  'enrolled_eoc',
  'enrolled_waiver_submitted',
  'enrolled_waiver_utp',
] as const satisfies readonly CoverageStatus[]

/** The statuses of forms that couldn’t be processed and that the student hasn’t fixed. */
export const unprocessedStatuses = [
  'enrollment_utp',
  'enrolled_waiver_utp',
  'waiver_utp',
  'waived_enrollment_utp',
] as const satisfies readonly CoverageStatus[]

/** The statuses counted in the denominator of the covered share: all except Not Applicable. */
export const applicableStatuses = coverageStatuses.filter((status) => status !== 'not_applicable')

/** One sentence for each count on screen. */
export const countMeanings = {
  needs_review:
    'Students with a pending coverage status that the office decides, with or without a form to review.',
  to_decide_without_form:
    'Students with a pending coverage status but no form to review, for example from paper or a phone call.',
  covered:
    'Covered: enrolled, or waived with other coverage. The share is of all active students whose status isn’t Not Applicable.',
} as const
