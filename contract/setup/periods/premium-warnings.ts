import { statusCatalogue } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { ContentIssue } from '#contract/platform/document.ts'
import type { Plan } from '#contract/setup/period-documents/plans.ts'

/** Dollars per year above which a premium gets a warning. */
const unusual = 25_000

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const lists = [
  { list: 'premiums', name: 'premium' },
  { list: 'direct_pay_premiums', name: 'direct-pay premium' },
] as const

/** Returns premiums that are allowed but probably typing errors: the dot path and the warning for each. */
export const unlikelyPremiums = (
  plan: Pick<Plan, (typeof lists)[number]['list'] | 'direct_pay'>,
): ContentIssue[] =>
  lists
    .filter(({ list }) => list === 'premiums' || plan.direct_pay)
    .flatMap(({ list, name }) => {
      const own = Number(plan[list].enrolled ?? 0)
      return tiers.flatMap((tier): ContentIssue[] => {
        const amount = Number(plan[list][tier] ?? Number.NaN)
        const [cost, label] = [dollars.format(amount), statusCatalogue[tier].label]
        if (amount > unusual)
          return [[`${list}.${tier}`, `The ${name} for “${label}” is unusually high (${cost}).`]]
        const low = `The ${name} for “${label}” (${cost}) is less than the student-only ${name} (${dollars.format(own)}).`
        return amount < own ? [[`${list}.${tier}`, low]] : []
      })
    })
