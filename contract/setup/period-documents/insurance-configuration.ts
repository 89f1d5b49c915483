import * as z from 'zod/mini'
import { money } from '#contract/platform/fields.ts'
import { academicStatusLabels } from '#contract/platform/record/student-period-choices.ts'
import { audience, everyone } from './audience.ts'
import { amountIssues, periodDocument } from './document.ts'

/** Qualifying life events, on which a student can enroll or leave outside the window. */
export const qualifyingEvents = [
  'loss_of_coverage',
  'aged_off_parent_plan',
  'loss_of_medicaid',
  'job_change',
  'marriage',
  'divorce',
  'birth',
  'adoption',
  'guardianship',
  'death',
  'move',
  'domestic_partnership_start',
  'domestic_partnership_end',
  'dependent_arrival',
  'armed_forces',
] as const
export type QualifyingEvent = (typeof qualifyingEvents)[number]
export const qualifyingEventLabels: Record<QualifyingEvent, string> = {
  loss_of_coverage: 'Involuntary loss of coverage',
  aged_off_parent_plan: 'Aged out of a parent’s plan',
  loss_of_medicaid: 'Loss of Medicaid',
  job_change: 'Job change',
  marriage: 'Marriage',
  divorce: 'Divorce',
  birth: 'Birth of a child',
  adoption: 'Adoption',
  guardianship: 'Guardianship',
  death: 'Death of the subscriber',
  move: 'Move out of the plan’s service area',
  domestic_partnership_start: 'Start of a domestic partnership',
  domestic_partnership_end: 'End of a domestic partnership',
  dependent_arrival: 'Arrival of a dependent from abroad',
  armed_forces: 'Entry into the armed forces (refund)',
}

/** The starting status of a renewed line in a new period, in addition to the fixed rules. */
export const renewals = ['not_started', 'renewed'] as const

/** The supplemental fees of a student-period: each with its amount and who it applies to. */
export const supplementalFees = [
  'admin_fee',
  'on_call_fee',
  'ltd_premium',
  'life_premium',
  'add_premium',
] as const
export type SupplementalFee = (typeof supplementalFees)[number]

/** Labels of the fees that can be added to a premium. */
export const feeLabels: Record<SupplementalFee, string> = {
  admin_fee: 'Admin fee',
  on_call_fee: 'On-call fee',
  ltd_premium: 'LTD premium',
  life_premium: 'Life premium',
  add_premium: 'AD&D premium',
}

const fee = z.strictObject({ amount: z.nullable(money), audience })
const fees = ['admin_fee', 'on_call_fee', 'ltd_premium', 'life_premium', 'add_premium'] as const
const noFee = { amount: null, audience: everyone }

/** The insurance settings of a period that don’t depend on a plan: tiers, leaves, renewals, life events, fees. */
export const insuranceConfiguration = periodDocument({
  kind: 'insurance-configuration',
  label: 'Insurance rules and fees',
  isSeenOnSave: true,
  access: 'school',
  shape: {
    /** Whether there’s one family tier (FAM) instead of the spouse and child tiers. */
    uses_family_tier: z.boolean(),
    /** Whether an enrolled student on leave keeps coverage through the paid date. */
    keeps_coverage_on_leave: z.boolean(),
    /**
     * Days from the start of coverage, which is day 1, in which a withdrawal voids coverage and refunds the premium. After
     * them, and for everyone who graduates, coverage runs to the paid date. 0 never voids it.
     */
    withdrawal_void_days: z.int().check(z.gte(0), z.lte(365)),
    /** What students enrolled in the previous period become: enrolled again or not started. */
    enrolled_becomes: z.enum(renewals),
    /** What students who waived in the previous period become: needs reverification or not started. */
    waived_becomes: z.enum(renewals),
    /** Days after a life event in which students can act. */
    qualifying_event_days: z.int().check(z.gte(1), z.lte(365)),
    qualifying_events: z.array(z.enum(qualifyingEvents)),
    /** Whether coverage by an event starts on the first day of its month instead of its date. */
    qualifying_event_first_of_month: z.boolean(),
    late_waiver_fee: z.nullable(money),
    admin_fee: fee,
    on_call_fee: fee,
    ltd_premium: fee,
    life_premium: fee,
    add_premium: fee,
  },
  labels: {
    uses_family_tier: 'Use one family tier',
    keeps_coverage_on_leave: 'Coverage during leave',
    withdrawal_void_days: 'Days in which a withdrawal voids coverage',
    enrolled_becomes: 'Students enrolled last year',
    waived_becomes: 'Students who waived last year',
    qualifying_event_days: 'Days to act after a qualifying life event',
    qualifying_events: 'Qualifying life events',
    qualifying_event_first_of_month: 'Start coverage on the first day of the event’s month',
    late_waiver_fee: 'Late waiver fee',
    ...feeLabels,
  },
  choices: {
    not_started: 'Not Started',
    renewed: 'Renewed',
    ...qualifyingEventLabels,
    ...academicStatusLabels,
  },
  recordsKeep: {
    uses_family_tier: 'setup',
    admin_fee: 'setup',
    on_call_fee: 'setup',
    ltd_premium: 'setup',
    life_premium: 'setup',
    add_premium: 'setup',
  },
  empty: {
    uses_family_tier: false,
    keeps_coverage_on_leave: false,
    withdrawal_void_days: 31,
    enrolled_becomes: 'not_started',
    waived_becomes: 'not_started',
    qualifying_event_days: 31,
    qualifying_events: [...qualifyingEvents],
    qualifying_event_first_of_month: false,
    late_waiver_fee: null,
    admin_fee: noFee,
    on_call_fee: noFee,
    ltd_premium: noFee,
    life_premium: noFee,
    add_premium: noFee,
  },
  issues: ({ late_waiver_fee, ...content }) => [
    ...amountIssues('', { late_waiver_fee }),
    ...fees.flatMap((name) => amountIssues(name, { amount: content[name].amount })),
  ],
})
