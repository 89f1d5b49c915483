/** The 3 coverage types, in the order of every form and list. */
export const coverages = ['medical', 'dental', 'vision'] as const
export type Coverage = (typeof coverages)[number]

export const coverageLabels: Record<Coverage, string> = {
  medical: 'Medical',
  dental: 'Dental',
  vision: 'Vision',
}

/** How a status is styled: settled statuses are neutral, statuses that need action have a color. */
export type Tone = 'neutral' | 'success' | 'info' | 'warning' | 'destructive'

/** The families that counts, views and filters group statuses by. */
export type StatusFamily =
  'waived' | 'enrolled' | 'declined' | 'not_started' | 'exempt' | 'loa' | 'not_applicable'

interface StatusEntry {
  readonly label: string
  readonly short: string
  readonly tone: Tone
  readonly family: StatusFamily
  readonly meaning: string
  readonly actors: readonly ('student' | 'staff' | 'system')[]
}

/**
 * The coverage statuses with their labels, tones, families and meanings, in the order of every list and count. This
 * is the only copy.
 */
export const statusCatalogue = {
  not_started: {
    label: 'Not Started',
    short: 'Not Started',
    tone: 'neutral',
    family: 'not_started',
    meaning: 'The student hasn’t submitted a form.',
    actors: ['student'],
  },
  exempt: {
    label: 'Exempt',
    short: 'Exempt',
    tone: 'neutral',
    family: 'exempt',
    meaning:
      'The insurance requirement doesn’t apply to the student, for example because they study part time or online.',
    actors: [],
  },
  loa: {
    label: 'Leave of Absence',
    short: 'LOA',
    tone: 'neutral',
    family: 'loa',
    meaning: 'The student is on leave. The previous status is restored when they return.',
    actors: [],
  },
  enrollment_submitted: {
    label: 'Enrollment Submitted',
    short: 'Enroll-S',
    tone: 'warning',
    family: 'enrolled',
    meaning: 'The enrollment form needs staff review.',
    actors: ['staff'],
  },
  enrollment_utp: {
    label: 'Enrollment – Unable to Process',
    short: 'Enroll-UTP',
    tone: 'destructive',
    family: 'enrolled',
    meaning:
      'The enrollment form can’t be processed because it’s incomplete, unpaid or the student isn’t eligible.',
    actors: ['student'],
  },
  enrolled: {
    label: 'Enrolled',
    short: 'Enrolled',
    tone: 'success',
    family: 'enrolled',
    meaning: 'The plan covers the student only.',
    actors: [],
  },
  enrolled_eoc: {
    label: 'Enrolled – EOC',
    short: 'Enroll-EOC',
    tone: 'neutral',
    family: 'enrolled',
    meaning: 'Coverage has ended, or will end on a set date, during the policy year (end of coverage).',
    actors: [],
  },
  enrolled_waiver_submitted: {
    label: 'Enrolled – Waiver Submitted',
    short: 'Enroll/Waiver-S',
    tone: 'warning',
    family: 'enrolled',
    meaning: 'An enrolled student submitted a waiver during the policy year. It needs staff review.',
    actors: ['staff'],
  },
  enrolled_waiver_utp: {
    label: 'Enrolled – Waiver Unable to Process',
    short: 'Enroll/Waiver-UTP',
    tone: 'destructive',
    family: 'enrolled',
    meaning: 'The waiver can’t be processed. The student is still enrolled.',
    actors: ['student'],
  },
  enrolled_ech: {
    label: 'Enrolled – Child(ren)',
    short: 'Enroll-ECH',
    tone: 'success',
    family: 'enrolled',
    meaning: 'The plan covers the student and one or more children (X12 coverage level ECH).',
    actors: [],
  },
  enrolled_esp: {
    label: 'Enrolled – Spouse',
    short: 'Enroll-ESP',
    tone: 'success',
    family: 'enrolled',
    meaning: 'The plan covers the student and a spouse or domestic partner (X12 coverage level ESP).',
    actors: [],
  },
  enrolled_espch: {
    label: 'Enrolled – Spouse + Child',
    short: 'Enroll-ESPCH',
    tone: 'success',
    family: 'enrolled',
    meaning: 'The plan covers the student, a spouse or domestic partner, and 1 child.',
    actors: [],
  },
  enrolled_espch2: {
    label: 'Enrolled – Spouse + 2 or more Children',
    short: 'Enroll-ESPCH2',
    tone: 'success',
    family: 'enrolled',
    meaning: 'The plan covers the student, a spouse or domestic partner, and 2 or more children.',
    actors: [],
  },
  enrolled_efam: {
    label: 'Enrolled – Family',
    short: 'Enroll-EFAM',
    tone: 'success',
    family: 'enrolled',
    meaning:
      'The plan covers the student and family. For schools with a single family tier (X12 coverage level FAM).',
    actors: [],
  },
  waiver_submitted: {
    label: 'Waiver Submitted',
    short: 'Waiver-S',
    tone: 'warning',
    family: 'waived',
    meaning: 'The waiver needs staff review or a decision.',
    actors: ['staff'],
  },
  waiver_utp: {
    label: 'Waiver – Unable to Process',
    short: 'Waiver-UTP',
    tone: 'destructive',
    family: 'waived',
    meaning: 'The other coverage couldn’t be confirmed. The student must send more information or proof.',
    actors: ['student'],
  },
  waived: {
    label: 'Waived',
    short: 'Waived',
    tone: 'info',
    family: 'waived',
    meaning: 'The waiver is approved. The other coverage was verified.',
    actors: [],
  },
  waiver_inactive: {
    label: 'Waiver – Inactive Coverage',
    short: 'Waiver-Inactive',
    tone: 'destructive',
    family: 'waived',
    meaning: 'An eligibility check found that the coverage used to waive is inactive.',
    actors: ['student', 'staff'],
  },
  waiver_declined: {
    label: 'Waiver Declined',
    short: 'Waiver-Declined',
    tone: 'destructive',
    family: 'waived',
    meaning: 'The coverage doesn’t meet the school’s requirements. The student can appeal or enroll.',
    actors: ['student'],
  },
  waived_enrollment_submitted: {
    label: 'Waived – Enrollment Submitted',
    short: 'Waived/Enroll-S',
    tone: 'destructive',
    family: 'waived',
    meaning:
      'Urgent: a waived student lost coverage and submitted an enrollment form. They may have a gap in coverage.',
    actors: ['staff'],
  },
  waived_enrollment_utp: {
    label: 'Waived – Enrollment Unable to Process',
    short: 'Waived/Enroll-UTP',
    tone: 'destructive',
    family: 'waived',
    meaning: 'The enrollment can’t be processed. It’s missing payment or proof of the qualifying life event.',
    actors: ['student'],
  },
  waived_needs_reverified: {
    label: 'Waived – Needs Reverification',
    short: 'Reverify',
    tone: 'warning',
    family: 'waived',
    meaning: 'The coverage behind the waiver must be verified again.',
    actors: ['staff', 'system'],
  },
  waived_aged_out: {
    label: 'Waived – Aged Out',
    short: 'Aged-Out',
    tone: 'warning',
    family: 'waived',
    meaning: 'The student waived with a parent’s plan and reached the plan’s age limit.',
    actors: ['student'],
  },
  declined: {
    label: 'Declined',
    short: 'Declined',
    tone: 'neutral',
    family: 'declined',
    meaning: 'The student declined voluntary coverage.',
    actors: [],
  },
  not_applicable: {
    label: 'Not Applicable',
    short: 'N/A',
    tone: 'neutral',
    family: 'not_applicable',
    meaning:
      'This coverage isn’t offered to the student or in this policy year, or the student left and it was voided or never started.',
    actors: [],
  },
} as const satisfies Record<string, StatusEntry>

export type CoverageStatus = keyof typeof statusCatalogue

const namesOf = <K extends string>(catalogue: Record<K, unknown>): [K, ...K[]] =>
  // Object.keys drops the type of the catalogue's keys, K
  Object.keys(catalogue) as [K, ...K[]]

/** The 25 status values, in the order of the catalogue. */
export const coverageStatuses = namesOf(statusCatalogue)

export const isCoverageStatus = (value: unknown): value is CoverageStatus =>
  typeof value === 'string' && Object.hasOwn(statusCatalogue, value)
