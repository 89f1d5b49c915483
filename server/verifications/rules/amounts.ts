import type { VerifiedAmounts } from '#contract/verifications/shapes.ts'
import type { AnsweredPerson, Benefit } from '../../lib/x12/response.ts'

/** EB06: what is left of the amount. */
const remaining = '29'

/** Health benefit plan coverage, which amounts for the whole plan are given for. */
const wholePlan = '30'

const dollars = (found: Benefit | undefined): string | null => found?.amount?.toFixed(2) ?? null

/** Returns an amount of the plan in network: C deductible, G out-of-pocket maximum. Null if the payer gave none. */
export const amountsOf = (
  { benefits }: AnsweredPerson,
  code: 'C' | 'G',
  serviceType: string,
): VerifiedAmounts | null => {
  const about = benefits.filter(
    (one) =>
      one.code === code &&
      one.amount !== null &&
      one.network !== 'N' &&
      one.serviceTypes.some((type) => type === serviceType || type === wholePlan),
  )
  if (about.length === 0) return null
  // amounts that are said to be in network count before those that say nothing
  const sorted = about.toSorted((one, other) => Number(other.network === 'Y') - Number(one.network === 'Y'))
  const at = (level: string, isRemaining: boolean) =>
    dollars(sorted.find((one) => one.level === level && (one.period === remaining) === isRemaining))
  return { individual: at('IND', false), family: at('FAM', false), remaining: at('IND', true) }
}
