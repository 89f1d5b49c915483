import { tiers, type Tier } from '#contract/platform/coverage/status-groups.ts'

/** Returns whether a status is that of someone enrolled in a tier. */
export const isTier = (status: string | null): status is Tier => tiers.some((tier) => tier === status)

/**
 * Returns the tier for the dependents a line covers: none → enrolled, only children → ech, spouse or domestic partner →
 * esp, with 1 child → espch, with more → espch2. A school with one family tier uses efam for any dependents.
 */
export const tierFor = (covered: readonly { readonly type: string }[], oneFamilyTier = false): Tier => {
  if (covered.length === 0) return 'enrolled'
  if (oneFamilyTier) return 'enrolled_efam'
  const children = covered.filter((dependent) => dependent.type === 'child').length
  if (children === covered.length) return 'enrolled_ech'
  if (children === 0) return 'enrolled_esp'
  return children === 1 ? 'enrolled_espch' : 'enrolled_espch2'
}
