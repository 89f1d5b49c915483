import { statusCatalogue } from '../coverage/choices.ts'
import { tiers } from '../coverage/status-groups.ts'
import type { Misfit } from '../document.ts'
import type { Plan } from './plans.ts'

/** Dollars a year above which a premium is questioned. */
const unusual = 25_000

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const lists = [
  { list: 'premiums', name: 'premium' },
  { list: 'direct_pay_premiums', name: 'direct-pay premium' },
] as const

/** Premiums that are allowed but probably slips: a dot path to each, and why it is questioned. */
export const unlikelyPremiums = (plan: Pick<Plan, (typeof lists)[number]['list'] | 'direct_pay'>): Misfit[] =>
  lists
    .filter(({ list }) => list === 'premiums' || plan.direct_pay)
    .flatMap(({ list, name }) => {
      const own = Number(plan[list].enrolled ?? 0)
      return tiers.flatMap((tier): Misfit[] => {
        const amount = Number(plan[list][tier] ?? Number.NaN)
        const what = `${statusCatalogue[tier].label}: the ${name} of ${dollars.format(amount)}`
        if (amount > unusual) return [[`${list}.${tier}`, `${what} is unusually high.`]]
        return amount < own
          ? [[`${list}.${tier}`, `${what} is less than the student’s own ${dollars.format(own)}.`]]
          : []
      })
    })
