import type { ResultBasis, VerifiedPlan } from '#contract/review/verifications/shapes.ts'
import { dayText } from '#server/platform/lib/day-text.ts'
import type { AnsweredPerson, Response } from '#server/platform/lib/x12/response.ts'
import { plansOf, type PersonPlan, holds, joined, readSpans, type Span } from './person-plans.ts'

/** DTP01: the day through which the premium is paid. */
const premiumPaidTo = '343'

/** EB04 in words; other codes are kept as they are. */
const planTypes: Readonly<Record<string, string>> = {
  HM: 'HMO',
  PR: 'PPO',
  PS: 'POS',
  EP: 'EPO',
  IN: 'Indemnity',
  MC: 'Medicaid',
  MA: 'Medicare Part A',
  MB: 'Medicare Part B',
  HN: 'Medicare Advantage HMO',
  MP: 'Medicare',
  QM: 'Medicare beneficiary',
  C1: 'Commercial',
  CO: 'COBRA',
  GP: 'Group policy',
  IP: 'Individual policy',
  OT: 'Other',
  SP: 'Supplemental policy',
  TR: 'TRICARE',
}

const unlimited: Span = { begins_on: null, ends_on: null }

/** Returns the days of a plan, joined where they touch; a plan without days applies always. */
const daysOf = ({ spans, hasBackward }: PersonPlan): Span[] =>
  spans.length === 0 && !hasBackward ? [unlimited] : joined(spans)

/** Returns the active plans that cover a day. */
export const currentOf = (plans: readonly PersonPlan[], on: string): PersonPlan[] =>
  plans.filter((plan) => plan.isActive && daysOf(plan).some((span) => holds(span, on)))

const always = '9999-12-31'
const endOn = (plan: PersonPlan, on: string): string =>
  daysOf(plan).find((span) => holds(span, on))?.ends_on ?? always
const lastEnd = (plan: PersonPlan): string => daysOf(plan).at(-1)?.ends_on ?? always

/**
 * Returns the plan that a result is about: of those that cover the day the one that lasts longest, else the one that ended
 * or begins last, an active one first.
 */
export const usedOf = (plans: readonly PersonPlan[], on: string): PersonPlan | undefined => {
  const current = currentOf(plans, on)
  if (current.length > 0)
    return current.toSorted((one, other) => endOn(other, on).localeCompare(endOn(one, on)))[0]
  const active = plans.filter(({ isActive }) => isActive)
  return (active.length > 0 ? active : [...plans]).toSorted((one, other) =>
    lastEnd(other).localeCompare(lastEnd(one)),
  )[0]
}

/** Returns a plan with the days around a day, or with its last ones. */
export const verifiedPlanOf = (plan: PersonPlan, patient: AnsweredPerson, on: string): VerifiedPlan => {
  const days = daysOf(plan)
  const span = days.find((one) => holds(one, on)) ?? days.at(-1) ?? unlimited
  const dated = [...plan.benefits.flatMap((one) => one.days), ...patient.days]
  const paid = dated.find(({ qualifier }) => qualifier === premiumPaidTo)
  return {
    name: plan.name || null,
    group_number: plan.groupNumber || null,
    type: planTypes[plan.insuranceType] ?? (plan.insuranceType || null),
    begins_on: span.begins_on,
    ends_on: span.ends_on,
    premium_paid_to: paid ? (paid.ends ?? paid.begins) : null,
  }
}

interface Answered {
  readonly plans: readonly PersonPlan[]
  readonly used: PersonPlan | undefined
  readonly patient: AnsweredPerson
  readonly response: Response
  readonly on: string
  readonly serviceType: string
}

/** Returns what a result is based on: the plans, the days that they cover together, and what the answer leaves open. */
export const basisOf = (answered: Answered): ResultBasis => {
  const { plans, used, patient, on } = answered
  const all = plans.filter(({ isActive }) => isActive).flatMap(daysOf)
  const isCurrent = used !== undefined && currentOf(plans, on).includes(used)
  return {
    plans: plans.map((plan) => ({
      ...verifiedPlanOf(plan, patient, on),
      is_active: plan.isActive,
      is_used: plan === used,
      spans: [...plan.spans],
      segments: [...plan.segments],
    })),
    covered: joined(all).find((span) => holds(span, on)) ?? null,
    questions: isCurrent ? questionsAbout(used, answered) : [],
  }
}

const questionsAbout = (used: PersonPlan, answered: Answered): string[] => {
  const { patient, response, on, serviceType } = answered
  const subscriber = response.subscriber === patient ? null : response.subscriber
  const theirs = subscriber ? plansOf(subscriber, serviceType) : []
  const isSilent = endOn(used, on) === always
  const [end] = isSilent ? endsElsewhere(patient, subscriber, theirs) : []
  return [
    ...(end === undefined
      ? []
      : [`The result has an end of coverage, ${dayText(end)}, but not in the student’s plan.`]),
    ...(theirs.length > 0 && theirs.every(({ isActive }) => !isActive)
      ? ['The insurance company says that the subscriber’s plan isn’t active.']
      : []),
    ...(used.hasBackward ? ['A date range in the result ends before it begins.'] : []),
  ]
}

/** Returns the ends that the student’s own loop or the subscriber’s names, the earliest first. */
const endsElsewhere = (
  patient: AnsweredPerson,
  subscriber: AnsweredPerson | null,
  theirs: readonly PersonPlan[],
): string[] =>
  [
    ...readSpans(patient.days).spans,
    ...(subscriber ? readSpans(subscriber.days).spans : []),
    ...theirs.filter(({ isActive }) => isActive).flatMap(({ spans }) => spans),
  ]
    .flatMap(({ ends_on: end }) => end ?? [])
    .toSorted()
