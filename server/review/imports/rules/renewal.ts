import {
  coverageLabels,
  coverages,
  statusCatalogue,
  type Coverage,
  type CoverageStatus,
} from '#contract/platform/coverage/choices.ts'
import { tiers, type Tier } from '#contract/platform/coverage/status-groups.ts'
import type { YearCopy } from '#contract/review/imports/shapes.ts'
import type { LineRules } from '#server/platform/coverage/index.ts'

type Plans = LineRules['plans']

/** A tier in which students are enrolled again. */
export interface RenewedTier {
  readonly coverage: Coverage
  readonly tier: Tier
}

/** A status of a copied student in the new year. */
interface CopiedStatus {
  readonly coverage: Coverage
  readonly after: CoverageStatus
}

/** Returns the tiers among the statuses of copied students, each once, in the order of coverage types and tiers. */
export const renewedTiers = (copied: readonly CopiedStatus[]): RenewedTier[] =>
  coverages.flatMap((coverage) => {
    const found = new Set(copied.filter((one) => one.coverage === coverage).map(({ after }) => after))
    return tiers.filter((tier) => found.has(tier)).map((tier) => ({ coverage, tier }))
  })

/** Returns the tiers for which the new year’s plan has no premium, not even one that is paid directly. */
export const unpricedTiers = (renewed: readonly RenewedTier[], plans: Plans): RenewedTier[] =>
  renewed.filter(({ coverage, tier }) => {
    const { premiums, direct_pay, direct_pay_premiums } = plans[coverage]
    return premiums[tier] === null && (!direct_pay || direct_pay_premiums[tier] === null)
  })

/** Returns the tiers whose premium is as in the earlier year, which is usually a plan that wasn’t updated. */
export const samePremiums = (
  renewed: readonly RenewedTier[],
  plans: Plans,
  former: Plans,
): YearCopy['same_premiums'] =>
  renewed.flatMap(({ coverage, tier }) => {
    const premium = plans[coverage].premiums[tier]
    return premium !== null && premium === former[coverage].premiums[tier]
      ? [{ coverage, tier, premium }]
      : []
  })

const lists = new Intl.ListFormat('en-US')

/** Returns the sentence that refuses a copy, because students would be enrolled without a premium. */
export const unpricedText = (missing: readonly RenewedTier[], yearName: string): string => {
  const named = missing.map(
    ({ coverage, tier }) => `${coverageLabels[coverage].toLowerCase()} for “${statusCatalogue[tier].label}”`,
  )
  return `Students would be enrolled again without a premium. Set these premiums of ${yearName} first: ${lists.format(named)}.`
}

/** Returns the sentence that asks to accept premiums as in the earlier year. */
export const samePremiumsText = (yearName: string): string =>
  `The premiums are the same as in ${yearName}. Check them, and confirm that they’re right.`
