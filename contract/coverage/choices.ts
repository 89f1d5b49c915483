/** The three lines of coverage (specification section 3). */
export const coverages = ['medical', 'dental', 'vision'] as const
export type Coverage = (typeof coverages)[number]

export const coverageLabels: Record<Coverage, string> = {
  medical: 'Medical',
  dental: 'Dental',
  vision: 'Vision',
}

/** How a status looks: what is settled is quiet, what needs a person is tinted. */
export type Tone = 'neutral' | 'success' | 'info' | 'warning' | 'destructive'

/** The families that counts, views and filters group by (specification section 4). */
export type StatusFamily =
  'waived' | 'enrolled' | 'declined' | 'not_started' | 'exempt' | 'loa' | 'not_applicable'

/** Who has to act next. */
export type NextActor = 'student' | 'staff' | 'system' | null

export interface StatusEntry {
  readonly label: string
  readonly short: string
  readonly tone: Tone
  readonly family: StatusFamily
  readonly meaning: string
  readonly actors: readonly ('student' | 'staff' | 'system')[]
}

/**
 * The coverage statuses: the one catalogue of labels, tones, families and meanings, in the order of the
 * specification (section 4). A correction is one row.
 */
export const statusCatalogue = {
  not_started: {
    label: 'Not Started',
    short: 'Not Started',
    tone: 'neutral',
    family: 'not_started',
    meaning: 'In the roster, no form yet; enrolled by default after the deadline.',
    actors: ['student'],
  },
  exempt: {
    label: 'Exempt',
    short: 'Exempt',
    tone: 'neutral',
    family: 'exempt',
    meaning: 'Not subject to the insurance requirement (part-time, distance, thesis only).',
    actors: [],
  },
  loa: {
    label: 'Leave of Absence',
    short: 'LOA',
    tone: 'neutral',
    family: 'loa',
    meaning: 'On leave; the status from before is kept and comes back with the student.',
    actors: [],
  },
  enrollment_submitted: {
    label: 'Enrollment Submitted',
    short: 'Enroll-S',
    tone: 'warning',
    family: 'enrolled',
    meaning: 'The enroll form waits for staff.',
    actors: ['staff'],
  },
  enrollment_utp: {
    label: 'Enrollment – Unable to Process',
    short: 'Enroll-UTP',
    tone: 'destructive',
    family: 'enrolled',
    meaning: 'The enroll form is incomplete, ineligible or unpaid.',
    actors: ['student'],
  },
  enrolled: {
    label: 'Enrolled',
    short: 'Enrolled',
    tone: 'success',
    family: 'enrolled',
    meaning: 'Covered: the student only.',
    actors: [],
  },
  enrolled_eoc: {
    label: 'Enrolled – EOC',
    short: 'Enroll-EOC',
    tone: 'neutral',
    family: 'enrolled',
    meaning: 'End of coverage: coverage ended, or ends on a known date, inside the period.',
    actors: [],
  },
  enrolled_waiver_submitted: {
    label: 'Enrolled – Waiver Submitted',
    short: 'Enroll/Waiver-S',
    tone: 'warning',
    family: 'enrolled',
    meaning: 'An enrolled student asks to waive out during the year.',
    actors: ['staff'],
  },
  enrolled_waiver_utp: {
    label: 'Enrolled – Waiver Unable to Process',
    short: 'Enroll/Waiver-UTP',
    tone: 'destructive',
    family: 'enrolled',
    meaning: 'The waiver of an enrolled student cannot be processed; still enrolled.',
    actors: ['student'],
  },
  enrolled_ech: {
    label: 'Enrolled – Child(ren)',
    short: 'Enroll-ECH',
    tone: 'success',
    family: 'enrolled',
    meaning: 'Covered: student and child or children (X12 coverage level ECH).',
    actors: [],
  },
  enrolled_esp: {
    label: 'Enrolled – Spouse',
    short: 'Enroll-ESP',
    tone: 'success',
    family: 'enrolled',
    meaning: 'Covered: student and spouse or domestic partner (X12 coverage level ESP).',
    actors: [],
  },
  enrolled_espch: {
    label: 'Enrolled – Spouse + Child',
    short: 'Enroll-ESPCH',
    tone: 'success',
    family: 'enrolled',
    meaning: 'Covered: student, spouse or domestic partner, and one child.',
    actors: [],
  },
  enrolled_espch2: {
    label: 'Enrolled – Spouse + 2 or more Children',
    short: 'Enroll-ESPCH2',
    tone: 'success',
    family: 'enrolled',
    meaning: 'Covered: student, spouse or domestic partner, and two or more children.',
    actors: [],
  },
  enrolled_efam: {
    label: 'Enrolled – Family',
    short: 'Enroll-EFAM',
    tone: 'success',
    family: 'enrolled',
    meaning: 'Covered: the one family tier of schools without the finer ones (X12 coverage level FAM).',
    actors: [],
  },
  waiver_submitted: {
    label: 'Waiver Submitted',
    short: 'Waiver-S',
    tone: 'warning',
    family: 'waived',
    meaning: 'The waiver waits for staff or for a decision.',
    actors: ['staff'],
  },
  waiver_utp: {
    label: 'Waiver – Unable to Process',
    short: 'Waiver-UTP',
    tone: 'destructive',
    family: 'waived',
    meaning: 'The other coverage could not be confirmed; the student must supply data or proof.',
    actors: ['student'],
  },
  waived: {
    label: 'Waived',
    short: 'Waived',
    tone: 'info',
    family: 'waived',
    meaning: 'The waiver is approved; the other coverage was verified.',
    actors: [],
  },
  waiver_inactive: {
    label: 'Waiver – Inactive Coverage',
    short: 'Waiver-Inactive',
    tone: 'destructive',
    family: 'waived',
    meaning: 'The coverage used to waive came back inactive.',
    actors: ['student', 'staff'],
  },
  waiver_declined: {
    label: 'Waiver Declined',
    short: 'Waiver-Declined',
    tone: 'destructive',
    family: 'waived',
    meaning: "The coverage does not meet the school's requirements; the student may appeal or enroll.",
    actors: ['student'],
  },
  waived_enrollment_submitted: {
    label: 'Waived – Enrollment Submitted',
    short: 'Waived/Enroll-S',
    tone: 'destructive',
    family: 'waived',
    meaning: 'A waived student lost coverage and asks to enroll: urgent, a gap is possible.',
    actors: ['staff'],
  },
  waived_enrollment_utp: {
    label: 'Waived – Enrollment Unable to Process',
    short: 'Waived/Enroll-UTP',
    tone: 'destructive',
    family: 'waived',
    meaning: 'That enrollment lacks proof of the event, or payment.',
    actors: ['student'],
  },
  waived_needs_reverified: {
    label: 'Waived – Needs Reverification',
    short: 'Reverify',
    tone: 'warning',
    family: 'waived',
    meaning: 'A reverification cycle is open for this waiver.',
    actors: ['staff', 'system'],
  },
  waived_aged_out: {
    label: 'Waived – Aged Out',
    short: 'Aged-Out',
    tone: 'warning',
    family: 'waived',
    meaning: "Waived on a parent's plan and turned 26.",
    actors: ['student'],
  },
  declined: {
    label: 'Declined',
    short: 'Declined',
    tone: 'neutral',
    family: 'declined',
    meaning: 'The student declined an optional line.',
    actors: [],
  },
  not_applicable: {
    label: 'Not Applicable',
    short: 'N/A',
    tone: 'neutral',
    family: 'not_applicable',
    meaning: 'The line is not offered to this student or period.',
    actors: [],
  },
} as const satisfies Record<string, StatusEntry>

export type CoverageStatus = keyof typeof statusCatalogue

const namesOf = <K extends string>(catalogue: Record<K, unknown>): [K, ...K[]] =>
  // Object.keys forgets that the catalogue's keys are K and not none.
  Object.keys(catalogue) as [K, ...K[]]

/** The 25 values, in the specification's order. */
export const coverageStatuses = namesOf(statusCatalogue)

export const isCoverageStatus = (value: unknown): value is CoverageStatus =>
  typeof value === 'string' && Object.hasOwn(statusCatalogue, value)
