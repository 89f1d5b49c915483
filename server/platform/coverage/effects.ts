import type { Coverage, CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { waitingWaivers, type Tier } from '#contract/platform/coverage/status-groups.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import { changedPremium, type Term } from '#contract/setup/periods/proration.ts'
import { endsEarly, isEnrolledWaiver } from './conditions.ts'
import {
  coverageStart,
  earlier,
  feeColumns,
  isLateWaiver,
  startByEvent,
  later,
  overrideStart,
  startOfTerm,
  type EnrollmentTerms,
  type FeeColumn,
  type StartFacts,
} from './enrollment-terms.ts'
import type { Line, LineEffects, MoveContext } from './line.ts'
import { planEffects, type PlanEffects } from './plan-terms.ts'
import { isTier, tierFor } from '#contract/platform/coverage/tiers.ts'
import type { DateEffect } from '#contract/platform/coverage/transitions.ts'

/**
 * Starts coverage by the policy year’s rules (`coverageStart`); it ends with the policy year. Details and the
 * prorated premium come from the plan, and the fees that apply to the student from the insurance rules.
 */
const beginCoverage = (
  line: Line,
  context: MoveContext,
  tier = tierFor(context.covered, context.one_family_tier),
  startOf = coverageStart,
): LineEffects => {
  const terms = context.termsOf?.()
  return startedCoverage({
    coverage: line.coverage,
    tier,
    starts_on: startOf(startFactsOf(context, terms)),
    period: context.period,
    plan: context.planOf?.(),
    fees: terms?.fees ?? {},
    charged: context.charged,
  })
}

/** Coverage that starts in a tier, with what the policy year charges the student for it. */
interface CoverageStart {
  readonly coverage: Coverage
  readonly tier: Tier
  readonly starts_on: string
  readonly period: MoveContext['period']
  readonly plan: Plan | undefined
  readonly fees: EnrollmentTerms['fees']
  /** The fees the record already has. */
  readonly charged: MoveContext['charged']
}

/**
 * Returns what every start of coverage writes, by an approval or in a renewed year: dates until the end of the policy
 * year, the plan’s details with the premium for them, and the fees.
 */
export const startedCoverage = ({
  coverage,
  tier,
  starts_on,
  period,
  plan,
  fees,
  charged,
}: CoverageStart): LineEffects => ({
  [`${coverage}_enroll_coverage_start_on` as const]: starts_on,
  [`${coverage}_enroll_coverage_end_on` as const]: period.ends_on,
  ...(plan ? planEffects(coverage, plan, tier, { starts_on, ends_on: period.ends_on }, period) : {}),
  ...newFees(fees, charged),
})

const startFactsOf = (context: MoveContext, terms: EnrollmentTerms | undefined): StartFacts => ({
  today: context.effective_on ?? context.today,
  period: context.period,
  terms,
  signed_on: context.signed_on ?? null,
  life_event: context.life_event ?? null,
  requested_on: context.requested_enrollment_on ?? null,
})

/**
 * Starts coverage of a student who sent no form in time: with the policy year or the coverage term of their requested
 * date, at the full premium from then on, whenever it runs. Only the student is covered.
 */
const beginWithTerm = (line: Line, context: MoveContext): LineEffects =>
  beginCoverage(line, context, 'enrolled', startOfTerm)

/** Leaves out the fees the record already has, because staff may have changed them. */
const newFees = (
  fees: Readonly<Partial<Record<FeeColumn, string>>>,
  charged: MoveContext['charged'],
): LineEffects =>
  Object.fromEntries(
    feeColumns.flatMap((name) => (fees[name] && !charged?.has(name) ? [[name, fees[name]]] : [])),
  )

/**
 * Returns what an override to an enrolled status writes besides it: a student who isn’t enrolled starts coverage in the
 * chosen tier, on the day that is asked for or else by `overrideStart`; an enrolled student keeps their dates and gets the
 * premium of the tier.
 */
export const effectsOfTier = (line: Line, tier: Tier, context: MoveContext): LineEffects => {
  const { coverage_start_on: starts_on, coverage_end_on: ends_on } = line
  const isEnrolled = isTier(line.status) || isEnrolledWaiver(line.status)
  if (!isEnrolled || !starts_on || !ends_on)
    return beginCoverage(line, context, tier, (facts) => context.coverage_starts_on ?? overrideStart(facts))
  const plan = context.planOf?.()
  return plan ? planEffects(line.coverage, plan, tier, { starts_on, ends_on }, context.period) : {}
}

type Premiums = Readonly<Partial<Record<'premium' | 'direct_pay_premium', string | null>>>

/**
 * Returns the day from which another tier of an enrolled line counts: the effective date, or else the start by the form’s
 * life event or date; never before the line’s coverage starts or after it ends.
 */
export const tierCountsFrom = (line: Line, context: MoveContext): string => {
  const { starts_on, ends_on } = coveredTerm(line, context.period)
  const wished = context.effective_on ?? coverageStart(startFactsOf(context, context.termsOf?.()))
  return earlier(later(wished, starts_on), ends_on)
}

const coveredTerm = (line: Line, period: MoveContext['period']): Term => ({
  starts_on: line.coverage_start_on ?? period.starts_on,
  ends_on: line.coverage_end_on ?? period.ends_on,
})

/**
 * Returns the premiums of an enrolled line whose tier changes: what it owes, and from the day the new tier counts the
 * difference between the plan’s premiums of both tiers. A premium that the plan doesn’t have stays.
 */
const effectsOfTierChange = (line: Line, tier: Tier, owed: Premiums, context: MoveContext): LineEffects => {
  const plan = context.planOf?.()
  if (!plan || !isTier(line.status) || line.status === tier) return {}
  const whole = coveredTerm(line, context.period)
  const rest = { starts_on: tierCountsFrom(line, context), ends_on: whole.ends_on }
  const [before, after] = [line.status, tier].map((one) =>
    planEffects(line.coverage, plan, one, rest, context.period),
  )
  const due = planEffects(line.coverage, plan, line.status, whole, context.period)
  const changed = (['premium', 'direct_pay_premium'] as const).flatMap((name) => {
    const field = `${line.coverage}_enroll_${name}` as const
    const [was, becomes, base] = [before?.[field], after?.[field], owed[name] ?? due[field]]
    if (was == null || becomes == null || base == null) return []
    return [[field, changedPremium(base, { before: was, after: becomes })] as const]
  })
  return Object.fromEntries(changed)
}

/**
 * Returns the premiums of a line whose tier follows its dependents, also if it’s only saved because a waiver is pending.
 * `followed` is what `dependents_changed` makes of the line.
 */
export const premiumsOfDependents = (
  line: Line,
  followed: { readonly to: CoverageStatus; readonly effects: LineEffects },
  owed: Premiums,
  context: MoveContext,
): LineEffects => {
  const before = isTier(line.status) ? line.status : line.prior_tier
  const after = isTier(followed.to) ? followed.to : (followed.effects[`${line.coverage}_prior_tier`] ?? null)
  return before !== null && isTier(after)
    ? effectsOfTierChange({ ...line, status: before }, after, owed, context)
    : {}
}

/** Ends coverage on the date of the approval, but not after its current end date or before its start. */
const endCoverage = (line: Line, context: MoveContext): LineEffects => {
  const latest = line.coverage_end_on ?? context.period.ends_on
  const earliest = line.coverage_start_on ?? context.period.starts_on
  const end = later(earlier(context.effective_on ?? context.today, latest), earlier(earliest, latest))
  return { [`${line.coverage}_enroll_coverage_end_on` as const]: end }
}

/**
 * Ends coverage on a leave’s first day, or voids it if that is as early as a withdrawal that does, and saves the end for the
 * student’s return.
 */
const endForLeave = (line: Line, context: MoveContext): LineEffects => ({
  ...(endsEarly(line, context) ? voidCoverage(line, context) : endCoverage(line, context)),
  [`${line.coverage}_prior_end_on` as const]: line.coverage_end_on ?? context.period.ends_on,
})

/** Gives coverage that a leave ended its former end. */
const restoreCoverage = ({ coverage, prior_end_on: end }: Line): LineEffects =>
  end == null ? {} : { [`${coverage}_enroll_coverage_end_on` as const]: end }

/** Lets coverage run to the date it’s paid to: its planned end, or else that of the policy year. */
const runOut = ({ coverage, coverage_end_on }: Line, { period }: MoveContext): LineEffects => ({
  [`${coverage}_enroll_coverage_end_on` as const]: coverage_end_on ?? period.ends_on,
})

/** Ends coverage on the day it started, so that a carrier who knows of it takes it back whole. */
const voidCoverage = ({ coverage, coverage_start_on }: Line, { period }: MoveContext): LineEffects => ({
  [`${coverage}_enroll_coverage_end_on` as const]: coverage_start_on ?? period.starts_on,
})

/**
 * Records that the other coverage was verified today, with what a new waiver’s form says about it; for an enrolled
 * student, the school’s coverage ends that day.
 */
const verify = (line: Line, context: MoveContext): LineEffects => {
  const { nextReverifyOn } = context
  return {
    [`${line.coverage}_waive_verified_on` as const]: context.today,
    ...(nextReverifyOn ? { reverify_on: nextReverifyOn() } : {}),
    ...(isEnrolledWaiver(line.status) ? endCoverage(line, context) : {}),
    ...lateFee(line, context),
    ...(withNewWaiver.has(line.status) ? context.waiverOf?.() : {}),
  }
}

const withNewWaiver: ReadonlySet<CoverageStatus> = new Set([...waitingWaivers, 'waiver_declined'])

/**
 * Returns the late waiver fee for a form signed after the deadline without a life event. A reverified waiver doesn’t owe
 * it again.
 */
const lateFee = (line: Line, context: MoveContext): LineEffects => {
  if (!withNewWaiver.has(line.status)) return {}
  const terms = context.termsOf?.()
  const isLate = terms !== undefined && isLateWaiver(terms, context.signed_on ?? null)
  const fee = isLate && startByEvent(startFactsOf(context, terms)) === null ? terms.late_waiver_fee : null
  return fee === null ? {} : newFees({ late_waiver_fee: fee }, context.charged)
}

const dateEffects: Record<DateEffect, (line: Line, context: MoveContext) => LineEffects> = {
  coverage_begins: (line, context) => beginCoverage(line, context),
  coverage_begins_with_term: beginWithTerm,
  coverage_ends_for_leave: endForLeave,
  coverage_restored: restoreCoverage,
  coverage_runs_out: runOut,
  coverage_voided: voidCoverage,
  tier_saved: ({ coverage }, context) => ({
    [`${coverage}_prior_tier` as const]: tierFor(context.covered, context.one_family_tier),
  }),
  verified: verify,
}

/** Returns the dates that a row of the table writes. */
export const datesOf = (effect: DateEffect | undefined, line: Line, context: MoveContext): LineEffects =>
  effect === undefined ? {} : dateEffects[effect](line, context)

/** Statuses that keep the tier: of a waiver that is decided later, and of coverage that ends because the student left. */
const keepsTier = (status: CoverageStatus): boolean => isEnrolledWaiver(status) || status === 'enrolled_eoc'

const savedTier = (line: Line, to: CoverageStatus): Tier | null => {
  if (!keepsTier(to) && !(to === 'loa' && keepsTier(line.status))) return null
  const before = line.status === 'loa' ? line.prior_status : line.status
  return isTier(before) ? before : line.prior_tier
}

/**
 * Returns what any change to `to` saves or clears: the status before a leave with the end of its coverage, and the tier before
 * an enrolled student’s waiver or departure. Each is cleared when its status ends, except that a leave keeps the tier of a
 * status it will restore.
 */
export const savedStatusesOf = (line: Line, to: CoverageStatus): LineEffects => {
  if (to === line.status) return {}
  const status = to === 'loa' ? line.status : null
  const tier = savedTier(line, to)
  return {
    ...(status === line.prior_status ? {} : { [`${line.coverage}_prior_status` as const]: status }),
    ...(tier === line.prior_tier ? {} : { [`${line.coverage}_prior_tier` as const]: tier }),
    ...(to === 'loa' || line.prior_end_on == null
      ? {}
      : { [`${line.coverage}_prior_end_on` as const]: null }),
  }
}

/** Returns the tier of a line and its plan premium for the coverage dates; null without a premium. */
export const currentPremium = (
  line: Line,
  period: MoveContext['period'],
  plan: Plan | undefined,
): { tier: Tier; premium: string } | null => {
  const premium = premiumsOfPlan(line, period, plan)[`${line.coverage}_enroll_premium`]
  return premium == null || !isTier(line.status) ? null : { tier: line.status, premium }
}

/** Returns the plan’s details and premiums for the tier and the coverage dates of a line; {} if it isn’t enrolled. */
export const premiumsOfPlan = (
  line: Line,
  period: MoveContext['period'],
  plan: Plan | undefined,
): PlanEffects =>
  plan && isTier(line.status)
    ? planEffects(line.coverage, plan, line.status, coveredTerm(line, period), period)
    : {}
