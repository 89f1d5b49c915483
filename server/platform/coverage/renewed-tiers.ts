import { coverageLabels, statusCatalogue, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import type { LineRules } from './line-rules.ts'

/** A tier in which students are enrolled again. */
export interface RenewedTier {
  readonly coverage: Coverage
  readonly tier: Tier
}

/** Returns the tiers for which the new year’s plan has no premium, not even one that is paid directly. */
export const unpricedTiers = (renewed: readonly RenewedTier[], plans: LineRules['plans']): RenewedTier[] =>
  renewed.filter(({ coverage, tier }) => {
    const { premiums, direct_pay, direct_pay_premiums } = plans[coverage]
    return premiums[tier] === null && (!direct_pay || direct_pay_premiums[tier] === null)
  })

const lists = new Intl.ListFormat('en-US')

/** Returns the sentence that refuses a copy, because students would be enrolled without a premium. */
export const unpricedText = (missing: readonly RenewedTier[], yearName: string): string => {
  const named = missing.map(
    ({ coverage, tier }) => `${coverageLabels[coverage].toLowerCase()} for “${statusCatalogue[tier].label}”`,
  )
  return `Students would be enrolled again without a premium. Set these premiums of ${yearName} first: ${lists.format(named)}.`
}
