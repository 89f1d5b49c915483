import type { VerifiedAmounts, VerifiedPlan } from '#contract/review/verifications/shapes.ts'
import { formatDay, formatDays, formatMoney } from '#client/platform/lib/format.ts'

/** Writes the days of a plan: ‘Since 01/01/2026’; null if the payer names none. */
export const datesText = ({ begins_on: begins, ends_on: ends }: VerifiedPlan): string | null => {
  if (begins !== null && ends !== null) return formatDays(begins, ends)
  if (begins !== null) return `Since ${formatDay(begins)}`
  return ends === null ? null : `Until ${formatDay(ends)}`
}

/** Writes the amounts of a deductible or limit, each on a line; empty without one. */
export const amountsText = (amounts: VerifiedAmounts | null): string =>
  [
    amounts?.individual != null && formatMoney(amounts.individual),
    amounts?.family != null && `Family ${formatMoney(amounts.family)}`,
    amounts?.remaining != null && `${formatMoney(amounts.remaining)} left`,
  ]
    .filter((text) => text)
    .join('\n')
