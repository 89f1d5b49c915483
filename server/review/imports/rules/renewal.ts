import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import type { YearCopy } from '#contract/review/imports/shapes.ts'
import type { LineRules, RenewedTier } from '#server/platform/coverage/index.ts'

type Plans = LineRules['plans']

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

/** Returns the sentence that asks to accept premiums as in the earlier year. */
export const samePremiumsText = (yearName: string): string =>
  `The premiums are the same as in ${yearName}. Check them, and confirm that they’re right.`
