import * as z from 'zod/mini'
import { money } from '../fields.ts'
import { academicStatusLabels } from '../student-periods/choices.ts'
import { audience, everybody } from './audience.ts'
import { chargeMisfits, periodDocument } from './document.ts'

/** Life events on which a student may enroll or leave outside the window (domain section 3). */
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
  aged_off_parent_plan: 'Aged off a parent’s plan',
  loss_of_medicaid: 'Loss of Medicaid',
  job_change: 'Job change',
  marriage: 'Marriage',
  divorce: 'Divorce',
  birth: 'Birth of a child',
  adoption: 'Adoption',
  guardianship: 'Guardianship',
  death: 'Death of the policy holder',
  move: 'Move out of the plan’s area',
  domestic_partnership_start: 'Start of a domestic partnership',
  domestic_partnership_end: 'End of a domestic partnership',
  dependent_arrival: 'Arrival of a dependent from abroad',
  armed_forces: 'Entry into the armed forces (refund)',
}

/** What a renewed line of the last period becomes in a new one, beside what never changes (domain section 2). */
export const renewals = ['not_started', 'renewed'] as const

/** The supplemental fees of a student-period (specification section 3): each with its amount and whom it is for. */
export const supplementalFees = [
  'admin_fee',
  'on_call_fee',
  'ltd_premium',
  'life_premium',
  'add_premium',
] as const
export type SupplementalFee = (typeof supplementalFees)[number]

/** The fees as staff call them. */
export const feeLabels: Record<SupplementalFee, string> = {
  admin_fee: 'Administration fee',
  on_call_fee: 'On-call fee',
  ltd_premium: 'Long-term disability',
  life_premium: 'Life insurance',
  add_premium: 'Accidental death and dismemberment',
}

const fee = z.strictObject({ amount: z.nullable(money), audience })
const fees = ['admin_fee', 'on_call_fee', 'ltd_premium', 'life_premium', 'add_premium'] as const
const noFee = { amount: null, audience: everybody }

/** How the insurance of a period works, whatever the plan: tiers, leaves, renewals, life events, fees. */
export const insuranceConfiguration = periodDocument({
  kind: 'insurance-configuration',
  label: 'Insurance rules and fees',
  access: 'school',
  shape: {
    /** One family tier (FAM) in the place of spouse and children's. */
    uses_family_tier: z.boolean(),
    /** An enrolled student on leave keeps coverage to the paid date. */
    keeps_coverage_on_leave: z.boolean(),
    /** Enrolled students of the last period: enrolled again, or not started. */
    enrolled_becomes: z.enum(renewals),
    /** Waived students of the last period: to be reverified, or not started. */
    waived_becomes: z.enum(renewals),
    /** Days from a life event in which it counts. */
    qualifying_event_days: z.int().check(z.gte(1), z.lte(365)),
    qualifying_events: z.array(z.enum(qualifyingEvents)),
    late_waiver_fee: z.nullable(money),
    admin_fee: fee,
    on_call_fee: fee,
    ltd_premium: fee,
    life_premium: fee,
    add_premium: fee,
  },
  labels: {
    uses_family_tier: 'One family tier',
    keeps_coverage_on_leave: 'Coverage on leave',
    enrolled_becomes: 'Enrolled last year',
    waived_becomes: 'Waived last year',
    qualifying_event_days: 'Days from a life event',
    qualifying_events: 'Life events',
    late_waiver_fee: 'Late waiver fee',
    ...feeLabels,
  },
  choices: {
    not_started: 'Not started',
    renewed: 'Renewed',
    ...qualifyingEventLabels,
    ...academicStatusLabels,
  },
  empty: {
    uses_family_tier: false,
    keeps_coverage_on_leave: false,
    enrolled_becomes: 'not_started',
    waived_becomes: 'not_started',
    qualifying_event_days: 31,
    qualifying_events: [...qualifyingEvents],
    late_waiver_fee: null,
    admin_fee: noFee,
    on_call_fee: noFee,
    ltd_premium: noFee,
    life_premium: noFee,
    add_premium: noFee,
  },
  misfits: ({ late_waiver_fee, ...content }) => [
    ...chargeMisfits('', { late_waiver_fee }),
    ...fees.flatMap((name) => chargeMisfits(name, { amount: content[name].amount })),
  ],
})
