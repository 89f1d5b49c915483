import type { AnsweredPerson, Benefit, QualifiedDays } from '#server/platform/lib/x12/response.ts'

/** EB01: 1 to 5 are active (5 while the premium is overdue); later versions of the guide add 11. */
const activeCodes: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '11'])
/** EB01: 6 to 8 are inactive; later versions of the guide add 9, 10 and 12. */
const inactiveCodes: ReadonlySet<string> = new Set(['6', '7', '8', '9', '10', '12'])

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

const isStatus = ({ code }: Benefit): boolean => activeCodes.has(code) || inactiveCodes.has(code)

const fits = (one: string, other: string): boolean =>
  one === '' || other === '' || one.toUpperCase() === other.toUpperCase()

/** Returns whether a benefit can belong to a plan by name, type and group. */
const canBelong = (plan: OpenPlan, { planName, insuranceType, groupNumber }: Benefit): boolean =>
  fits(plan.name, planName) && fits(plan.insuranceType, insuranceType) && fits(plan.groupNumber, groupNumber)

/** Returns the plan that a status is about: one with its name, or the present one if it has none; null for a new plan. */
const planOfStatus = (plans: readonly OpenPlan[], benefit: Benefit, serviceType: string): OpenPlan | null => {
  const isActive = activeCodes.has(benefit.code)
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
      const isActive = activeCodes.has(benefit.code)
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

/** A stretch of days, both inclusive, `YYYY-MM-DD`; null where it has no known begin or end. */
export interface Span {
  readonly begins_on: string | null
  readonly ends_on: string | null
}

/** DTP01 of the days of a plan, of the eligibility for it, and of a benefit (005010X279A1): range, begin and end. */
const families = [
  { range: '291', begin: '346', end: '347' },
  { range: '307', begin: '356', end: '357' },
  { range: '292', begin: '348', end: '349' },
] as const
type Family = (typeof families)[number]

/** What payers write for no end. */
const noEnd = '9999-12-31'

const span = (begins_on: string | null, ends_on: string | null): Span => ({
  begins_on,
  ends_on: ends_on === noEnd ? null : ends_on,
})

/** Returns whether a span ends before it begins, and so is none. */
const isBackward = ({ begins_on: begins, ends_on: ends }: Span): boolean =>
  begins !== null && ends !== null && ends < begins

/** Pairs begins with ends: each with the first end from its day on, before the next begin. One begin and one end are a pair. */
const paired = (begins: readonly string[], ends: readonly string[]): Span[] => {
  const [begin, end] = [begins[0], ends[0]]
  if (begins.length === 1 && ends.length === 1 && begin !== undefined && end !== undefined)
    return [span(begin, end)]
  const left = new Set(ends)
  const spans = begins.map((day, index) => {
    const next = begins[index + 1]
    const own = ends.find((one) => left.has(one) && one >= day && (next === undefined || one < next))
    if (own !== undefined) left.delete(own)
    return span(day, own ?? null)
  })
  return [...spans, ...[...left].map((day) => span(null, day))]
}

/** Returns the spans of one family: its ranges, and its single begins and ends in pairs. */
const spansOfFamily = ({ range, begin, end }: Family, days: readonly QualifiedDays[]): Span[] => {
  const all: ReadonlySet<string> = new Set([range, begin, end])
  const own = days.filter(({ qualifier }) => all.has(qualifier))
  const ranges = own.flatMap(({ begins, ends }) => (ends === null ? [] : [span(begins, ends)]))
  const single = own.filter(({ ends }) => ends === null)
  // a single day of a plan or benefit (291, 292) is the day of the answer; of eligibility it’s the begin
  const begins = single.filter(({ qualifier }) => qualifier === begin || qualifier === '307')
  const ends = single.filter(({ qualifier }) => qualifier === end)
  const dayOf = ({ begins: day }: QualifiedDays): string => day
  return [...ranges, ...paired(begins.map(dayOf).toSorted(), ends.map(dayOf).toSorted())]
}

const laterBegin = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return one > other ? one : other
}
const earlierEnd = (one: string | null, other: string | null): string | null => {
  if (one === null || other === null) return one ?? other
  return one < other ? one : other
}

/** Returns the days that are in both lists. */
const intersection = (some: readonly Span[], others: readonly Span[]): Span[] =>
  some.flatMap((one) =>
    others
      .map((other) =>
        span(laterBegin(one.begins_on, other.begins_on), earlierEnd(one.ends_on, other.ends_on)),
      )
      .filter((both) => !isBackward(both)),
  )

/** The spans that some days mean, and whether one of them ends before it begins. */
interface ReadSpans {
  readonly spans: readonly Span[]
  readonly hasBackward: boolean
}

/**
 * Returns the spans that the days (DTP) of a loop mean: of the plan, of the eligibility and of the benefit, as far as they’re
 * given; only days in all of them are certain. None if they say nothing.
 */
export const readSpans = (days: readonly QualifiedDays[]): ReadSpans => {
  const all = families.map((family) => spansOfFamily(family, days)).filter(({ length }) => length > 0)
  const hasBackward = all.flat().some(isBackward)
  const forward = all.map((spans) => spans.filter((one) => !isBackward(one)))
  const [first = [], ...others] = forward
  return { spans: others.reduce<Span[]>(intersection, [...first]), hasBackward }
}

/** Returns whether a day is in a span. */
export const holds = ({ begins_on: begins, ends_on: ends }: Span, day: string): boolean =>
  (begins === null || begins <= day) && (ends === null || ends >= day)

const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const begin = ({ begins_on: day }: Span): string => day ?? ''

/** Returns spans in order, joined where they touch or overlap. */
export const joined = (spans: readonly Span[]): Span[] => {
  const result: Span[] = []
  for (const next of spans.toSorted((one, other) => (begin(one) < begin(other) ? -1 : 1))) {
    const last = result.at(-1)
    const touches =
      last && (last.ends_on === null || next.begins_on === null || next.begins_on <= dayAfter(last.ends_on))
    if (!last || !touches) {
      result.push(next)
      continue
    }
    const isOpen = last.ends_on === null || next.ends_on === null
    const latest = isOpen ? null : laterBegin(last.ends_on, next.ends_on)
    result[result.length - 1] = span(last.begins_on, latest)
  }
  return result
}
