import { isAdmin, permissions, type Permission } from '../access.ts'
import { coverageStatuses, type CoverageStatus } from './choices.ts'
import type { CoverageEvent, StaffEvent } from './events.ts'
import { tiers } from './status-groups.ts'

/** A target that depends on the line: its computed tier, what was kept before, or where it stands. */
export type Target = CoverageStatus | '@tier' | '@prior_tier' | '@prior_status' | '@same'

/** What must hold for a row to apply, judged by conditions.ts. */
export type Condition =
  | 'may_be_declined'
  | 'offered'
  | 'in_force'
  | 'auto_approved'
  | 'tries_exhausted'
  | 'on_parents_plan'
  | 'keeps_coverage_on_leave'
  | 'default_option'
  | 'prior_is_enrolled'

/** Which dates a row writes, see effects.ts. */
export type DateEffect = 'coverage_begins' | 'coverage_ends' | 'verified'

/** What becomes of the student's form or the system's result beside the status. */
export type Note = 'plan_change' | 'superseded' | 'waiver_withdrawn' | 'recommendation'

interface Row {
  readonly from: readonly CoverageStatus[]
  readonly to: Target
  readonly when?: Condition
  readonly sets?: DateEffect
  readonly note?: Note
}
/** A staff event names the roles that may run it; all others happen by themselves. */
export type Transition = Row &
  (
    | { readonly event: StaffEvent; readonly roles: readonly Permission[] }
    | { readonly event: Exclude<CoverageEvent, StaffEvent>; readonly roles?: never }
  )

const admins: readonly Permission[] = ['shipmate_admin']

const enrolledWaiver = ['enrolled_waiver_submitted', 'enrolled_waiver_utp'] as const
const waivedFamily = [
  'waived',
  'waived_needs_reverified',
  'waived_aged_out',
  'waived_enrollment_submitted',
  'waived_enrollment_utp',
] as const
const nonFinal = [
  'not_started',
  'enrollment_submitted',
  'enrollment_utp',
  'waiver_submitted',
  'waiver_utp',
] as const
const leavable: readonly CoverageStatus[] = [
  ...nonFinal,
  ...tiers,
  ...enrolledWaiver,
  ...waivedFamily,
  'exempt',
  'enrolled_eoc',
  'waiver_inactive',
  'waiver_declined',
  'declined',
]

/**
 * The transition table as data: from each status, by each event, to which (domain section 2 with the
 * refinements of decisions section 3). The first row of an event that holds the status and whose condition
 * holds applies; where none does the event changes nothing. A correction is one row.
 */
export const transitions: readonly Transition[] = [
  {
    event: 'enroll_form_submitted',
    from: [
      'not_started',
      'declined',
      'exempt',
      'loa',
      'waiver_declined',
      'enrolled_eoc',
      'enrollment_utp',
      'waiver_submitted',
      'waiver_utp',
    ],
    to: 'enrollment_submitted',
  },
  {
    event: 'enroll_form_submitted',
    from: [
      'waived',
      'waived_needs_reverified',
      'waiver_inactive',
      'waived_aged_out',
      'waived_enrollment_utp',
    ],
    to: 'waived_enrollment_submitted',
  },
  { event: 'enroll_form_submitted', from: tiers, to: '@same', note: 'plan_change' },
  {
    event: 'enroll_form_submitted',
    from: ['enrollment_submitted', 'waived_enrollment_submitted'],
    to: '@same',
    note: 'superseded',
  },
  { event: 'enroll_form_submitted', from: enrolledWaiver, to: '@prior_tier', note: 'waiver_withdrawn' },

  {
    event: 'waiver_form_submitted',
    from: [
      'not_started',
      'declined',
      'exempt',
      'loa',
      'waiver_declined',
      'waiver_utp',
      'enrolled_eoc',
      'enrollment_submitted',
      'enrollment_utp',
      ...waivedFamily,
      'waiver_inactive',
    ],
    to: 'waiver_submitted',
  },
  {
    event: 'waiver_form_submitted',
    from: [...tiers, 'enrolled_waiver_utp'],
    to: 'enrolled_waiver_submitted',
  },
  {
    event: 'waiver_form_submitted',
    from: ['waiver_submitted', 'enrolled_waiver_submitted'],
    to: '@same',
    note: 'superseded',
  },

  {
    event: 'approve_enrollment',
    roles: admins,
    from: ['enrollment_submitted', 'enrollment_utp', 'waived_enrollment_submitted', 'waived_enrollment_utp'],
    to: '@tier',
    sets: 'coverage_begins',
  },
  { event: 'mark_enrollment_utp', roles: admins, from: ['enrollment_submitted'], to: 'enrollment_utp' },
  {
    event: 'mark_enrollment_utp',
    roles: admins,
    from: ['waived_enrollment_submitted'],
    to: 'waived_enrollment_utp',
  },
  {
    event: 'approve_waiver',
    roles: admins,
    from: ['waiver_submitted', 'waiver_utp', 'waiver_declined', 'waiver_inactive', 'waived_needs_reverified'],
    to: 'waived',
    sets: 'verified',
  },
  { event: 'approve_waiver', roles: admins, from: enrolledWaiver, to: 'waived', sets: 'verified' },
  {
    event: 'mark_waiver_utp',
    roles: admins,
    from: ['waiver_submitted', 'waived_needs_reverified'],
    to: 'waiver_utp',
  },
  { event: 'mark_waiver_utp', roles: admins, from: ['enrolled_waiver_submitted'], to: 'enrolled_waiver_utp' },
  {
    event: 'decline_waiver',
    roles: admins,
    from: ['waiver_submitted', 'waiver_utp', 'waiver_inactive', 'waived_needs_reverified'],
    to: 'waiver_declined',
  },
  { event: 'decline_waiver', roles: admins, from: enrolledWaiver, to: '@prior_tier' },
  {
    event: 'decline_optional',
    roles: permissions,
    from: ['not_started', 'enrollment_submitted'],
    to: 'declined',
    when: 'may_be_declined',
  },

  {
    event: 'eligibility_active',
    from: ['waived_needs_reverified', 'waiver_inactive', 'waived'],
    to: 'waived',
    sets: 'verified',
  },
  {
    event: 'eligibility_active',
    from: ['waiver_submitted'],
    to: 'waived',
    when: 'auto_approved',
    sets: 'verified',
  },
  { event: 'eligibility_active', from: ['waiver_submitted'], to: '@same', note: 'recommendation' },
  { event: 'eligibility_inactive', from: ['waived', 'waived_needs_reverified'], to: 'waiver_inactive' },
  { event: 'eligibility_inactive', from: ['waiver_submitted'], to: '@same', note: 'recommendation' },
  {
    event: 'eligibility_undetermined',
    from: ['waived_needs_reverified', 'waiver_submitted'],
    to: 'waiver_utp',
    when: 'tries_exhausted',
  },
  { event: 'reverify_period', from: ['waived'], to: 'waived_needs_reverified', when: 'in_force' },
  {
    event: 'age_out',
    from: ['waived', 'waived_needs_reverified'],
    to: 'waived_aged_out',
    when: 'on_parents_plan',
  },

  {
    event: 'loa_start',
    roles: permissions,
    from: tiers,
    to: '@same',
    when: 'keeps_coverage_on_leave',
  },
  { event: 'loa_start', roles: permissions, from: leavable, to: 'loa' },
  { event: 'loa_end', roles: permissions, from: ['loa'], to: '@prior_status' },
  {
    event: 'separation',
    from: [...tiers, ...enrolledWaiver],
    to: 'enrolled_eoc',
    sets: 'coverage_ends',
  },
  {
    event: 'separation',
    from: [...nonFinal, 'waiver_inactive', 'waiver_declined', 'waived_aged_out'],
    to: 'not_applicable',
  },
  {
    event: 'separation',
    from: ['waived_needs_reverified', 'waived_enrollment_submitted', 'waived_enrollment_utp'],
    to: 'waived',
  },
  {
    event: 'separation',
    from: ['loa'],
    to: 'enrolled_eoc',
    when: 'prior_is_enrolled',
    sets: 'coverage_ends',
  },
  { event: 'separation', from: ['loa'], to: 'not_applicable' },
  { event: 'readmission', from: ['not_applicable'], to: 'not_started', when: 'offered' },
  {
    event: 'default_enrollment',
    from: ['not_started', 'waiver_declined'],
    to: 'enrolled',
    when: 'in_force',
    sets: 'coverage_begins',
  },
  {
    event: 'default_enrollment',
    from: ['waiver_utp', 'waiver_inactive', 'waived_aged_out'],
    to: 'enrolled',
    when: 'default_option',
    sets: 'coverage_begins',
  },
  { event: 'dependents_changed', from: tiers, to: '@tier' },
  { event: 'offering_off', from: nonFinal, to: 'not_applicable' },
  { event: 'offering_on', from: ['not_applicable'], to: 'not_started', when: 'offered' },
  { event: 'exemption', from: nonFinal, to: 'exempt' },
  { event: 'exemption_ended', from: ['exempt'], to: 'not_started' },
]

/** Whether a role may make a move of the table. */
export const mayRun = (role: Permission, { roles }: Transition): boolean => roles?.includes(role) === true

/**
 * The statuses that a role may ask for: an admin any, for they may override; others those that a row of theirs names.
 * Where a row leads back to what was before, only the record's own menu can say where that is.
 */
export const targetsFor = (role: Permission): readonly CoverageStatus[] =>
  isAdmin({ permission: role }) ? coverageStatuses : (namedTargets.get(role) ?? [])

const isStatus = (target: Target): target is CoverageStatus => !target.startsWith('@')
const namedTargets = new Map(
  permissions.map((role) => {
    const targets = transitions.filter((row) => mayRun(role, row)).map(({ to }) => to)
    return [role, [...new Set(targets.filter(isStatus))]]
  }),
)
