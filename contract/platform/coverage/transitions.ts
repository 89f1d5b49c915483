import { permissions, type Permission } from '#contract/platform/access.ts'
import type { CoverageStatus } from './choices.ts'
import type { CoverageEvent, StaffEvent } from './events.ts'
import { tiers } from './status-groups.ts'

/** A target status that depends on the line: its computed tier, its prior status or its current status. */
export type Target = CoverageStatus | '@tier' | '@prior_tier' | '@prior_status' | '@same'

/** The condition for a row to apply; evaluated in conditions.ts. */
export type Condition =
  | 'may_be_declined'
  | 'offered'
  | 'in_force'
  | 'tries_exhausted'
  | 'on_parents_plan'
  | 'keeps_coverage_on_leave'
  | 'default_option'
  | 'prior_is_enrolled'
  | 'benefits_unused'
  | 'withdraws_early'
  | 'coverage_goes_on'

/** The dates a row writes; see effects.ts. */
export type DateEffect =
  | 'coverage_begins'
  | 'coverage_begins_with_term'
  | 'coverage_ends_for_leave'
  | 'coverage_restored'
  | 'coverage_runs_out'
  | 'coverage_voided'
  | 'tier_saved'
  | 'verified'

/** The outcome for the student’s form or the eligibility check, next to the status. */
export type Note = 'plan_change' | 'superseded' | 'waiver_withdrawn' | 'recommendation'

interface Row {
  readonly from: readonly CoverageStatus[]
  readonly to: Target
  readonly when?: Condition
  readonly sets?: DateEffect
  readonly note?: Note
}
/** A row of the table. A staff event names the roles that can run it; all other events are automatic. */
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
 * The transition table as data: source statuses, event and target (docs/domain.md, “Status changes”). The first row
 * whose event, status and condition match applies. If none matches, the event changes nothing.
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
  {
    event: 'approve_waiver',
    roles: admins,
    from: enrolledWaiver,
    to: 'waived',
    when: 'benefits_unused',
    sets: 'verified',
  },
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
  {
    event: 'loa_start',
    roles: permissions,
    from: [...tiers, ...enrolledWaiver],
    to: 'loa',
    sets: 'coverage_ends_for_leave',
  },
  { event: 'loa_start', roles: permissions, from: leavable, to: 'loa' },
  { event: 'loa_end', roles: permissions, from: ['loa'], to: '@prior_status', sets: 'coverage_restored' },
  {
    event: 'separation',
    from: [...tiers, ...enrolledWaiver, 'loa'],
    to: 'not_applicable',
    when: 'withdraws_early',
    sets: 'coverage_voided',
  },
  {
    event: 'separation',
    from: [...tiers, ...enrolledWaiver],
    to: 'enrolled_eoc',
    sets: 'coverage_runs_out',
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
    sets: 'coverage_runs_out',
  },
  { event: 'separation', from: ['loa'], to: 'not_applicable' },
  { event: 'readmission', from: ['not_applicable'], to: 'not_started', when: 'offered' },
  { event: 'readmission', from: ['enrolled_eoc'], to: '@prior_tier', when: 'coverage_goes_on' },
  {
    event: 'default_enrollment',
    from: ['not_started', 'waiver_declined'],
    to: 'enrolled',
    when: 'in_force',
    sets: 'coverage_begins_with_term',
  },
  {
    event: 'default_enrollment',
    from: ['waiver_utp', 'waiver_inactive', 'waived_aged_out'],
    to: 'enrolled',
    when: 'default_option',
    sets: 'coverage_begins_with_term',
  },
  { event: 'dependents_changed', from: tiers, to: '@tier' },
  { event: 'dependents_changed', from: enrolledWaiver, to: '@same', sets: 'tier_saved' },
  { event: 'offering_off', from: nonFinal, to: 'not_applicable' },
  { event: 'offering_on', from: ['not_applicable'], to: 'not_started', when: 'offered' },
  { event: 'exemption', from: nonFinal, to: 'exempt' },
  { event: 'exemption_ended', from: ['exempt'], to: 'not_started' },
]
