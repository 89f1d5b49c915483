import type { Plan } from './plans.ts'

/** A stretch of days, both included, `YYYY-MM-DD`. */
export interface Term {
  readonly starts_on: string
  readonly ends_on: string
}

const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

/** Calendar months that a term touches. */
export const monthsIn = ({ starts_on, ends_on }: Term): number => monthOf(ends_on) - monthOf(starts_on) + 1

/**
 * A year's premium for a part of the year (domain section 8, 'Premium proration'): by the calendar months that the
 * coverage touches, of those of the period, to the cent; whole where the plan does not prorate.
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
  const cents = Math.round((Number(premium.replace('.', '')) * touched) / all)
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}
