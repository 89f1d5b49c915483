import type { AnsweredPerson, Benefit } from '#server/platform/lib/x12/response.ts'
import { readSpans, type Span } from './plan-spans.ts'

/** EB01: 1 to 5 are active (5 while the premium is overdue); later versions of the guide add 11. */
export const activeCodes: readonly string[] = ['1', '2', '3', '4', '5', '11']
/** EB01: 6 to 8 are inactive; later versions of the guide add 9, 10 and 12. */
export const inactiveCodes: readonly string[] = ['6', '7', '8', '9', '10', '12']

/** A plan of one person, with what the payer said about it and nothing from another plan. */
export interface PersonPlan {
  readonly name: string
  /** EB04. */
  readonly insuranceType: string
  readonly groupNumber: string
  readonly isActive: boolean
  /** Its statuses (EB01) for the coverage type that was asked about. */
  readonly codes: readonly string[]
  /** When it applies; empty if the payer gave no days. */
  readonly spans: readonly Span[]
  /** Whether a span ends before it begins, and so was left out. */
  readonly hasBackward: boolean
  readonly benefits: readonly Benefit[]
  /** The segments that its status and days come from. */
  readonly segments: readonly string[]
}

interface OpenPlan {
  name: string
  insuranceType: string
  groupNumber: string
  readonly isActive: boolean
  readonly statuses: Benefit[]
  readonly benefits: Benefit[]
}

const isStatus = ({ code }: Benefit): boolean => activeCodes.includes(code) || inactiveCodes.includes(code)

const fits = (one: string, other: string): boolean =>
  one === '' || other === '' || one.toUpperCase() === other.toUpperCase()

/** Returns whether a benefit can belong to a plan by name, type and group. */
const canBelong = (plan: OpenPlan, { planName, insuranceType, groupNumber }: Benefit): boolean =>
  fits(plan.name, planName) && fits(plan.insuranceType, insuranceType) && fits(plan.groupNumber, groupNumber)

/** Returns the plan that a status is about: one with its name, or the present one if it has none; null for a new plan. */
const planOfStatus = (plans: readonly OpenPlan[], benefit: Benefit, serviceType: string): OpenPlan | null => {
  const isActive = activeCodes.includes(benefit.code)
  const isAsked = benefit.serviceTypes.includes(serviceType)
  const present = plans.at(-1)
  if (benefit.planName === '') {
    if (!present || !canBelong(present, benefit)) return null
    // a payer lists other services of the plan after it; a second word about the plan itself is another plan
    return isAsked && present.isActive !== isActive ? null : present
  }
  return (
    plans.find((plan) => plan.name !== '' && plan.isActive === isActive && canBelong(plan, benefit)) ?? null
  )
}

/** Splits the benefits of a person by plan: by name (EB05), type (EB04) and group of the loop, else by their order. */
const split = (benefits: readonly Benefit[], serviceType: string) => {
  const plans: OpenPlan[] = []
  const loose: Benefit[] = []
  for (const benefit of benefits) {
    if (isStatus(benefit)) {
      const { planName: name, insuranceType, groupNumber } = benefit
      const isActive = activeCodes.includes(benefit.code)
      const own = planOfStatus(plans, benefit, serviceType)
      const plan = own ?? { name, insuranceType, groupNumber, isActive, statuses: [], benefits: [] }
      if (!own) plans.push(plan)
      plan.insuranceType ||= insuranceType
      plan.groupNumber ||= groupNumber
      plan.statuses.push(benefit)
      plan.benefits.push(benefit)
      continue
    }
    const named =
      benefit.planName === ''
        ? plans.at(-1)
        : plans.findLast((plan) => plan.name !== '' && canBelong(plan, benefit))
    if (named) named.benefits.push(benefit)
    else loose.push(benefit)
  }
  return { plans, loose }
}

/**
 * Returns the plans of a person for a service type, in the order of the answer. Days are those of the plan’s own statuses,
 * or else of the person. What no plan is named for belongs to the plan if there is only one, and to none otherwise.
 */
export const plansOf = (person: AnsweredPerson, serviceType: string): PersonPlan[] => {
  const { plans, loose } = split(person.benefits, serviceType)
  const asked = plans.filter(({ statuses }) => statuses.some((one) => one.serviceTypes.includes(serviceType)))
  const rest = asked.length === 1 && plans.length === 1 ? loose : []
  return asked.map((plan) => {
    const about = plan.statuses.filter((one) => one.serviceTypes.includes(serviceType))
    const own = about.map(({ days }) => readSpans(days))
    const ownSpans = own.flatMap(({ spans }) => spans)
    const hasBackward = own.some((one) => one.hasBackward)
    const isOwn = ownSpans.length > 0 || hasBackward
    const shared = readSpans(person.days)
    const days = isOwn ? about.flatMap((one) => one.days) : person.days
    return {
      name: plan.name,
      insuranceType: plan.insuranceType,
      groupNumber: plan.groupNumber || person.groupNumber,
      isActive: plan.isActive,
      codes: about.map(({ code }) => code),
      spans: isOwn ? ownSpans : shared.spans,
      hasBackward: isOwn ? hasBackward : shared.hasBackward,
      benefits: [...plan.benefits, ...rest],
      segments: [...about.map(({ segment }) => segment), ...days.map(({ segment }) => segment)],
    }
  })
}
