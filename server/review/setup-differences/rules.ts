import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { waitsIn } from '#contract/platform/coverage/status-groups.ts'
import { separatedStatuses } from '#contract/platform/record/student-period-choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { ApartReason, DifferenceKind } from '#contract/review/setup-differences/choices.ts'
import { supplementalFees } from '#contract/setup/period-documents/insurance-configuration.ts'
import { centsOf } from '#contract/setup/periods/proration.ts'
import { isTier, tierFor } from '#contract/platform/coverage/tiers.ts'
import {
  currentPremium,
  eligibilityOf,
  enrollmentTermsFor,
  type LineRules,
} from '#server/platform/coverage/index.ts'
import {
  lineOf,
  planAsked,
  planChange,
  planPremiumValues,
  type AskedStep,
  type DifferingPremium,
  type MovableRow,
} from '#server/records/student-periods/index.ts'

/** How a record differs from the setup, and the steps that apply the setup. */
export interface Difference {
  readonly kind: DifferenceKind
  readonly coverage: Coverage | null
  readonly from: CoverageStatus | null
  readonly to: CoverageStatus | null
  readonly apart: ApartReason | null
  readonly steps: readonly AskedStep[]
  /** What a premium or fees change by, in cents; null for other kinds. */
  readonly cents: number | null
}

/** What is known of a record besides its row. */
interface Known {
  /** The fields that a person set last. */
  readonly byHand: ReadonlySet<string>
  /** The coverage types whose premium isn’t the plan’s. */
  readonly premiums: readonly DifferingPremium[]
  readonly today: string
}

/** Returns how a record differs from the setup of its policy year; nothing for a record that isn’t in force. */
export const differencesOf = (row: MovableRow, { byHand, premiums, today }: Known): Difference[] => {
  const { rules } = row.period
  const hasLeft = separatedStatuses.some((one) => one === row.academic_status)
  if (!rules || row.status === 'inactive' || hasLeft) return []
  return [
    ...coverages.flatMap((coverage) => [
      ...statusDifference(row, coverage, byHand, today),
      ...tierOrPremiumDifference(row, coverage, rules, { byHand, premiums, today }),
      ...planDifference(row, coverage, rules, byHand),
    ]),
    ...feeDifferences(row, rules, byHand),
  ]
}

/** Statuses in which an office’s decision or the student’s leave stands. */
const standing: ReadonlySet<CoverageStatus> = new Set(['loa', 'enrolled_eoc', 'declined'])

/** Returns which status the setup says, by which kind; null if the present one fits. */
const saidBy = (row: MovableRow, coverage: Coverage): { kind: DifferenceKind; to: CoverageStatus } | null => {
  const { status } = row.lines[coverage]
  const { offered, exempt } = eligibilityOf(row.period, coverage, row.facts)
  if (!offered) return status === 'not_applicable' ? null : { kind: 'offering_off', to: 'not_applicable' }
  if (status === 'not_applicable') return { kind: 'offering_on', to: exempt ? 'exempt' : 'not_started' }
  if (exempt) return status === 'exempt' ? null : { kind: 'exemption', to: 'exempt' }
  return status === 'exempt' ? { kind: 'exemption_ended', to: 'not_started' } : null
}

const statusDifference = (
  row: MovableRow,
  coverage: Coverage,
  byHand: ReadonlySet<string>,
  today: string,
): Difference[] => {
  const { status: from } = row.lines[coverage]
  const said = saidBy(row, coverage)
  if (!said || standing.has(from)) return []
  const { kind, to } = said
  const byEvent = eventsOf(kind, to, coverage)
  const plan = planAsked(row, byEvent, today)
  const isReached =
    plan.kind === 'planned' && plan.moves.some((move) => move.coverage === coverage && move.to === to)
  const overridden = { target: to, coverage, role: 'shipmate_admin', mayOverride: true } as const
  const open = waitsIn('waiver', from) || waitsIn('enroll', from) ? 'form_open' : null
  const hand = byHand.has(statusFieldOf(coverage)) ? 'by_hand' : open
  return [
    {
      kind,
      coverage,
      from,
      to,
      apart: isReached ? hand : 'settled',
      steps: isReached ? byEvent : [overridden],
      cents: null,
    },
  ]
}

/** Returns the events of the transition table that lead to a status that the setup says. */
const eventsOf = (kind: DifferenceKind, to: CoverageStatus, coverage: Coverage): AskedStep[] => {
  switch (kind) {
    case 'offering_off':
      return [{ event: 'offering_off', coverage }]
    case 'offering_on':
      return [
        { event: 'offering_on', coverage },
        ...(to === 'exempt' ? [{ event: 'exemption' as const, coverage }] : []),
      ]
    case 'exemption':
      return [{ event: 'exemption', coverage }]
    default:
      return [{ event: 'exemption_ended', coverage }]
  }
}

/** Returns the difference of the tier, which changes the premium too, or else that of the premium. */
const tierOrPremiumDifference = (
  row: MovableRow,
  coverage: Coverage,
  rules: LineRules,
  { byHand, premiums, today }: Known,
): Difference[] => {
  if (saidBy(row, coverage)) return []
  const tier = tierDifference(row, coverage, rules, byHand, today)
  return tier.length > 0 ? tier : premiumDifference(row, coverage, premiums, byHand)
}

const tierDifference = (
  row: MovableRow,
  coverage: Coverage,
  rules: LineRules,
  byHand: ReadonlySet<string>,
  today: string,
): Difference[] => {
  const { status: from, coverage_start_on: start } = row.lines[coverage]
  if (!isTier(from)) return []
  const covered = row.dependents.filter(({ covers }) => covers.includes(coverage))
  const to = tierFor(covered, rules.insurance.uses_family_tier)
  if (to === from) return []
  const premium = row.values[`${coverage}_enroll_premium`] ?? null
  const plan = currentPremium(lineOf(row, coverage), row.period, rules.plans[coverage])
  const isPlans = premium === null || !plan || plan.premium === premium
  // with the plan’s premium the tier never fit; any other doesn’t tell since when the student has it
  const effective_on = isPlans ? (start ?? row.period.starts_on) : today
  const steps = [{ event: 'dependents_changed', coverage, effective_on } as const]
  const after = planChange(row, steps, today).set[`${coverage}_enroll_premium`]
  const cents = after === undefined ? 0 : centsIn(after) - centsIn(premium)
  const isByHand = byHand.has(statusFieldOf(coverage))
  return [
    { kind: 'tier', coverage, from, to, apart: tierApart({ isByHand, covered, isPlans }), steps, cents },
  ]
}

interface TierFacts {
  readonly isByHand: boolean
  /** Rosters can tell a tier without the dependents. */
  readonly covered: readonly unknown[]
  /** Whether the premium is the plan’s for the present tier. */
  readonly isPlans: boolean
}

const tierApart = ({ isByHand, covered, isPlans }: TierFacts): ApartReason | null => {
  if (isByHand) return 'by_hand'
  if (covered.length === 0) return 'no_dependents'
  return isPlans ? null : 'premium_differs'
}

const premiumDifference = (
  row: MovableRow,
  coverage: Coverage,
  premiums: readonly DifferingPremium[],
  byHand: ReadonlySet<string>,
): Difference[] => {
  const values = planPremiumValues(
    row,
    premiums.filter((one) => one.coverage === coverage),
  )
  const set = Object.entries(values)
  const premium = `${coverage}_enroll_premium` as const
  if (set.length === 0) return []
  const cents = centsIn(values[premium]) - centsIn(row.values[premium])
  return [{ ...valuesDifference('premium', coverage, set, byHand, cents), from: row.lines[coverage].status }]
}

const planFields = {
  name: 'insurance_plan_name',
  insurance_type: 'insurance_type',
  underwriter: 'insurance_underwriter',
  group_number: 'group_number',
} as const

const planDifference = (
  { lines, values }: MovableRow,
  coverage: Coverage,
  { plans }: LineRules,
  byHand: ReadonlySet<string>,
): Difference[] => {
  if (!isTier(lines[coverage].status)) return []
  const plan = plans[coverage]
  // what the plan doesn’t say stays
  const set = Object.entries(planFields).flatMap(([said, field]): [string, string][] => {
    // Object.entries drops the type of the keys
    const value = plan[said as keyof typeof planFields]
    const name = `${coverage}_enroll_${field}`
    return value !== null && (values[name] ?? null) !== value ? [[name, value]] : []
  })
  return set.length === 0 ? [] : [valuesDifference('plan_details', coverage, set, byHand, null)]
}

/** Returns the fees with another amount, and those that the setup has only for other students. */
const feeDifferences = (row: MovableRow, rules: LineRules, byHand: ReadonlySet<string>): Difference[] => {
  if (!coverages.some((coverage) => isTier(row.lines[coverage].status))) return []
  const { fees } = enrollmentTermsFor(rules, row.facts)
  const set = supplementalFees.flatMap((name): [string, string][] => {
    const amount = fees[name]
    return amount !== undefined && (row.values[name] ?? null) !== amount ? [[name, amount]] : []
  })
  // rosters bring fees that no setup has
  const ended = supplementalFees
    .filter((name) => rules.insurance[name].amount !== null && fees[name] === undefined)
    .filter((name) => centsIn(row.values[name]) > 0)
    .map((name) => [name, null] as const)
  return [
    ...amountsDifference('fees', row, set, byHand),
    ...amountsDifference('fees_ended', row, ended, byHand),
  ]
}

const amountsDifference = (
  kind: DifferenceKind,
  row: MovableRow,
  set: readonly (readonly [string, string | null])[],
  byHand: ReadonlySet<string>,
): Difference[] => {
  const cents = set.reduce((sum, [name, amount]) => sum + centsIn(amount) - centsIn(row.values[name]), 0)
  return set.length === 0 ? [] : [valuesDifference(kind, null, set, byHand, cents)]
}

const centsIn = (value: unknown): number => (typeof value === 'string' ? centsOf(value) : 0)

const valuesDifference = (
  kind: DifferenceKind,
  coverage: Coverage | null,
  set: readonly (readonly [string, string | null])[],
  byHand: ReadonlySet<string>,
  cents: number | null,
): Difference => ({
  kind,
  coverage,
  from: null,
  to: null,
  apart: set.some(([name]) => byHand.has(name)) ? 'by_hand' : null,
  steps: [{ values: Object.fromEntries(set) }],
  cents,
})

/** Returns the key of the group that a difference is in. */
export const groupOf = ({ kind, coverage, from, to, apart }: Difference): string =>
  JSON.stringify([kind, coverage, from, to, apart])
