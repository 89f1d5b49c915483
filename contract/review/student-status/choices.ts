import { statusCatalogue, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import type { RecordedOutcome } from '#contract/review/decisions/choices.ts'

/**
 * What a coverage status means to the student, in the order of a coverage that goes well first. `waiting_for_us`: staff or a
 * check come next. `action_needed`: the student comes next.
 */
export const statusKinds = [
  'enrolled',
  'waived',
  'declined',
  'exempt',
  'not_started',
  'waiting_for_us',
  'action_needed',
  'waiver_declined',
  'on_leave',
  'ended',
] as const
export type StatusKind = (typeof statusKinds)[number]

const kindsOfFamilies = {
  enrolled: 'enrolled',
  waived: 'waived',
  declined: 'declined',
  not_started: 'not_started',
  exempt: 'exempt',
  loa: 'on_leave',
  not_applicable: null,
} as const

/** Statuses whose kind doesn’t follow from who acts next. */
const ownKinds: Readonly<Partial<Record<CoverageStatus, StatusKind>>> = {
  not_started: 'not_started',
  waiver_declined: 'waiver_declined',
  enrolled_eoc: 'ended',
}

/** Returns what a status means to the student; null if the coverage isn’t offered to them. */
export const statusKindOf = (status: CoverageStatus): StatusKind | null => {
  const { actors, family } = statusCatalogue[status]
  const own = ownKinds[status]
  if (own) return own
  if (actors.some((actor) => actor === 'student')) return 'action_needed'
  return actors.length > 0 ? 'waiting_for_us' : kindsOfFamilies[family]
}

/** What became of a coverage type of a form. `replaced`: a later form counts instead. */
export const formOutcomes = ['waiting', 'approved', 'needs_fix', 'declined', 'closed', 'replaced'] as const
export type FormOutcome = (typeof formOutcomes)[number]

/** What each recorded decision is to the student. */
export const outcomesForStudents: Readonly<Record<RecordedOutcome, FormOutcome>> = {
  approve: 'approved',
  utp: 'needs_fix',
  decline: 'declined',
  closed: 'closed',
}

/**
 * How a student opened their status. A form’s token shows only that form and what was decided about it, because anyone who
 * knows a student’s ID and birth date can send a form and gets its token. A code shows everything, because it was emailed.
 */
export const openings = ['code', 'form'] as const

/** Who sends the bill for a premium: the school’s bursar, or the carrier if the plan is paid directly. */
export const billers = ['bursar', 'carrier'] as const

/** Minutes in which a code works. */
export const codeMinutes = 10
/** Wrong tries after which a code no longer works. */
export const codeTries = 5
/** Minutes without activity after which a student’s session ends. */
export const statusIdleMinutes = 30
/** Hours after which a student’s session ends in any case. */
export const statusHours = 8
