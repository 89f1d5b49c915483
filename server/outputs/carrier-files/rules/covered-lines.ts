import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { tiers, type Tier } from '#contract/platform/coverage/status-groups.ts'
import type { CarrierSettings } from '#contract/setup/period-documents/carrier-file.ts'
import type { CarrierRecord, RecordLine, StateFacts } from './record.ts'

/** Statuses in which a student is still enrolled, with the tier that was saved before the waiver. */
const stillEnrolled: readonly CoverageStatus[] = ['enrolled_waiver_submitted', 'enrolled_waiver_utp']

/**
 * The statuses with coverage at the carrier, also as the status before a leave. `enrolled_eoc` is coverage that ends on a known
 * day, and a leave ends coverage on its first.
 */
export const carrierStatuses: readonly CoverageStatus[] = [...tiers, ...stillEnrolled, 'enrolled_eoc']

/** A coverage that the record says the student has, or had until a day. */
export interface CoveredLine {
  readonly coverage: Coverage
  readonly tier: Tier
  readonly isEnded: boolean
  readonly line: RecordLine
}

const isTier = (status: CoverageStatus): status is Tier => tiers.some((tier) => tier === status)

const coveredLine = (coverage: Coverage, line: RecordLine): CoveredLine | null => {
  const isOnLeave = line.status === 'loa'
  const status = isOnLeave ? line.prior_status : line.status
  if (status === null || !carrierStatuses.includes(status)) return null
  const tier = isTier(status) ? status : (line.prior_tier ?? 'enrolled')
  return { coverage, tier, isEnded: isOnLeave || status === 'enrolled_eoc', line }
}

/**
 * Returns the coverages of a record. Coverage that ended before it began isn’t told unless the carrier knows of
 * it.
 */
export const coveredLines = (record: CarrierRecord, { known }: Pick<StateFacts, 'known'>): CoveredLine[] => {
  if (!record.is_current) return []
  return coverages.flatMap((coverage) => {
    const covered = coveredLine(coverage, record.lines[coverage])
    if (!covered) return []
    const { starts_on: start, ends_on: end } = covered.line
    const isVoid = covered.isEnded && start !== null && end !== null && end <= start
    const isKnown = known?.persons.some((person) => person.coverages[coverage]) === true
    return isVoid && !isKnown ? [] : [covered]
  })
}

/** Returns the coverage level (HD05) of a tier. */
export const levelOf = (
  tier: Tier,
  { single_level: single, family_levels: families }: CarrierSettings,
): string => {
  const family = families === 'family'
  const levels: Record<Tier, string> = {
    enrolled: single,
    enrolled_ech: 'ECH',
    enrolled_esp: 'ESP',
    enrolled_espch: family ? 'FAM' : 'E2D',
    enrolled_espch2: family ? 'FAM' : 'E3D',
    enrolled_efam: 'FAM',
  }
  return levels[tier]
}
