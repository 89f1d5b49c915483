import { coverages, type Coverage, type CoverageStatus } from './choices.ts'
import { coveredStatuses } from './status-groups.ts'
import { isTier } from './tiers.ts'

type Statuses = Readonly<Record<Coverage, CoverageStatus>>

/** What ends with a record that goes: the student’s coverage of a type, or that of their dependents. */
interface LostCoverage {
  readonly coverage: Coverage
  readonly whose: 'student' | 'dependents'
}

/** The statuses in which nothing is settled yet: staying, they would take the place of coverage. */
const unsettled: ReadonlySet<CoverageStatus> = new Set([
  'not_started',
  'enrollment_submitted',
  'enrollment_utp',
  'waiver_submitted',
  'waiver_utp',
  'not_applicable',
])
const covered: ReadonlySet<CoverageStatus> = new Set(coveredStatuses)

/** Returns what is lost if one of two records of a policy year goes and the other stays; null if nothing is. */
export const findLostCoverage = (goes: Statuses, stays: Statuses): LostCoverage | null => {
  const ending = coverages.find((one) => covered.has(goes[one]) && unsettled.has(stays[one]))
  if (ending) return { coverage: ending, whose: 'student' }
  const shared = coverages.find((one) => coversDependents(goes[one]) && stays[one] === 'enrolled')
  return shared ? { coverage: shared, whose: 'dependents' } : null
}

const coversDependents = (status: CoverageStatus): boolean => isTier(status) && status !== 'enrolled'
