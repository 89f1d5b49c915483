import { statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'
import { monthsIn, proratedPremium, type Term } from '#contract/setup/periods/proration.ts'
import { formatDay, formatMoney } from '#client/platform/lib/format.ts'
import { readAmount } from '#client/platform/ui/form/amount.ts'

const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Returns the first day of the month in which the second half of a period starts. */
const middleOf = (period: Term): string => {
  const month = Number(period.starts_on.slice(5, 7)) - 1 + Math.floor(monthsIn(period) / 2)
  return `${Number(period.starts_on.slice(0, 4)) + Math.floor(month / 12)}-${twoDigits((month % 12) + 1)}-01`
}

const isAmount = (amount: string): boolean => /^\d{1,8}\.\d{2}$/.test(amount)

/**
 * Returns an example of a prorated premium: 'Example: Enrolled starting 02/01/2027 costs $2,339.00 for 6 of 12
 * months', for the first tier with a premium, calculated like on the server. Null if there is none.
 */
export const premiumExample = (
  { premiums, proration }: Pick<Plan, 'premiums' | 'proration'>,
  period: Term,
): string | null => {
  const tier = tiers.find((one) => isAmount(readAmount(premiums[one] ?? '')))
  if (tier === undefined) return null
  const covered = { starts_on: middleOf(period), ends_on: period.ends_on }
  const premium = proratedPremium(readAmount(premiums[tier] ?? ''), { proration }, covered, period)
  const months = proration === 'none' ? 'the full year' : `${monthsIn(covered)} of ${monthsIn(period)} months`
  return `Example: ${statusCatalogue[tier].label} starting ${formatDay(covered.starts_on)} costs ${formatMoney(premium)} for ${months}`
}
