import type { VerifiedPlan } from '#contract/verifications/shapes.ts'
import type { AnsweredPerson, Benefit, QualifiedDays } from '../../lib/x12/response.ts'

/** DTP01: begins (plan, eligibility, benefit) and ends; ranges (plan, benefit, eligibility) have both. */
const beginQualifiers: readonly string[] = ['346', '356', '348']
const endQualifiers: readonly string[] = ['347', '357', '349']
const rangeQualifiers: readonly string[] = ['291', '292', '307']
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

/** A plan with its days. */
interface DatedPlan {
  readonly plan: VerifiedPlan
  /** Whether a day is within all known days of the plan. */
  isInForce(day: string): boolean
}

const beginsOf = (days: readonly QualifiedDays[]): string[] =>
  days.flatMap(({ qualifier, begins, ends }) => {
    if (beginQualifiers.includes(qualifier)) return [begins]
    // a single day of a plan or benefit is the day of the answer, not a begin
    if (qualifier === '307' || (rangeQualifiers.includes(qualifier) && ends !== null)) return [begins]
    return []
  })

const endsOf = (days: readonly QualifiedDays[]): string[] =>
  days.flatMap(({ qualifier, begins, ends }) => {
    if (ends !== null)
      return [...beginQualifiers, ...endQualifiers, ...rangeQualifiers].includes(qualifier) ? [ends] : []
    return endQualifiers.includes(qualifier) ? [begins] : []
  })

const typeOf = ({ insuranceType: type }: Benefit): string | null => planTypes[type] ?? (type || null)

/** Returns the plan of a benefit: its own days, or those of the person. */
export const planOf = (person: AnsweredPerson, benefit: Benefit): DatedPlan => {
  const own = [...beginsOf(benefit.days), ...endsOf(benefit.days)].length > 0
  const days = own ? benefit.days : person.days
  // the latest begin and the earliest end: the plan is certain in between
  const begins = beginsOf(days).toSorted().at(-1) ?? null
  const ends = endsOf(days).toSorted()[0] ?? null
  const paid = [...benefit.days, ...person.days].find(({ qualifier }) => qualifier === premiumPaidTo)
  return {
    plan: {
      name: benefit.planName || null,
      group_number: person.groupNumber || null,
      type: typeOf(benefit),
      begins_on: begins,
      ends_on: ends === '9999-12-31' ? null : ends,
      premium_paid_to: paid ? (paid.ends ?? paid.begins) : null,
    },
    isInForce: (day) => (begins === null || begins <= day) && (ends === null || ends >= day),
  }
}
