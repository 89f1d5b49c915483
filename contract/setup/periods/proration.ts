import type { Plan } from '#contract/setup/period-documents/plans.ts'

/** A range of dates, both inclusive, `YYYY-MM-DD`. */
export interface Term {
  readonly starts_on: string
  readonly ends_on: string
}

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Returns the number of calendar months that a term touches. */
export const monthsIn = ({ starts_on, ends_on }: Term): number => monthOf(ends_on) - monthOf(starts_on) + 1

/**
 * Returns the premium for part of a year, to the cent: the calendar months the coverage touches divided by those of the
 * period. Returns the full premium if the plan doesn’t prorate.
 */
export const proratedPremium = (
  premium: string | null,
  { proration }: Pick<Plan, 'proration'>,
  coverage: Term,
  period: Term,
): string | null => {
  if (premium === null || proration === 'none') return premium
  const [touched, all] = [monthsIn(coverage), monthsIn(period)]
  if (touched >= all || touched < 1) return premium
  return asMoney(Math.round((centsOf(premium) * touched) / all))
}

/** Returns a premium that changes by the difference between two others, but isn’t less than zero. */
export const changedPremium = (
  premium: string,
  { before, after }: { readonly before: string; readonly after: string },
): string => asMoney(Math.max(0, centsOf(premium) + centsOf(after) - centsOf(before)))

/** Returns the cents of an amount with two decimal places: '4678.00' → 467800. */
export const centsOf = (money: string): number => Number(money.replace('.', ''))

/** Returns an amount of cents with two decimal places. */
export const asMoney = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
