import { statusCatalogue } from '#contract/coverage/choices.ts'
import { tiers } from '#contract/coverage/status-groups.ts'
import type { Plan } from '#contract/periods/plans.ts'
import { monthsIn, proratedPremium, type Term } from '#contract/periods/proration.ts'
import { formatDay, formatMoney } from '#client/lib/format.ts'
import { readAmount } from '#client/ui/form/amount.ts'

const two = (number: number): string => String(number).padStart(2, '0')

/** The first day of the month in which the second half of a period begins. */
const middleOf = (period: Term): string => {
  const month = Number(period.starts_on.slice(5, 7)) - 1 + Math.floor(monthsIn(period) / 2)
  return `${Number(period.starts_on.slice(0, 4)) + Math.floor(month / 12)}-${two((month % 12) + 1)}-01`
}

const isAmount = (amount: string): boolean => /^\d{1,8}\.\d{2}$/.test(amount)

/**
 * What a student pays who enrolls half-way: 'Enrolled from 02/01/2027: $2,339.00 for 6 of 12 months', of the first tier
 * that has a premium, as the server will count it. Null while there is none.
 */
export const premiumExample = (
  { premiums, proration }: Pick<Plan, 'premiums' | 'proration'>,
  period: Term,
): string | null => {
  const tier = tiers.find((one) => isAmount(readAmount(premiums[one] ?? '')))
  if (tier === undefined) return null
  const covered = { starts_on: middleOf(period), ends_on: period.ends_on }
  const premium = proratedPremium(readAmount(premiums[tier] ?? ''), { proration }, covered, period)
  const months =
    proration === 'none' ? 'the whole year' : `${monthsIn(covered)} of ${monthsIn(period)} months`
  return `${statusCatalogue[tier].label} from ${formatDay(covered.starts_on)}: ${formatMoney(premium)} for ${months}`
}
