import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Tier } from '#contract/platform/coverage/status-groups.ts'
import { tierFor } from '#contract/platform/coverage/tiers.ts'
import { planCodesOf, type CarrierSettings } from '#contract/setup/period-documents/carrier-file.ts'
import type { CoveredLine } from './covered-lines.ts'
import { dependentProblems } from './find-problems.ts'
import type { CarrierRecord, RecordDependent, StateFacts } from './record.ts'

/** Coverage that a dependent had and left, in the tier of its last day. Days are `YYYY-MM-DD`. */
interface LeftCoverage {
  readonly line: CoveredLine
  readonly starts_on: string
  readonly ends_on: string
}

/**
 * Returns the coverages that a dependent joined and left without a word to the carrier. Someone who was removed and whom the carrier
 * would reject has none: staff can’t complete them, and may have removed them for that.
 */
export const leftCoverages = (
  dependent: RecordDependent,
  { dependents }: CarrierRecord,
  lines: readonly CoveredLine[],
  { known, settings }: StateFacts,
): LeftCoverage[] => {
  if (dependent.is_removed && dependentProblems(dependent).length > 0) return []
  const told = known?.persons.find(({ key }) => key === String(dependent.id))?.coverages
  return lines.flatMap((line) => {
    const days = told?.[line.coverage] ? null : leftDays(dependent, line)
    if (days === null) return []
    const then = dependents.filter((one) => isCoveredOn(one, line, days.ends_on))
    return { ...days, line: { ...line, tier: tierOf(then, line, settings) } }
  })
}

/** Whether a dependent is on the record with a coverage type. */
export const hasCoverageType = ({ is_removed, covers }: RecordDependent, coverage: Coverage): boolean =>
  !is_removed && covers.includes(coverage)

/** The student’s start, or the birth of a child who was born later. */
export const firstStart = ({ type, dob }: RecordDependent, lineStart: string): string =>
  type === 'child' && dob !== null && dob > lineStart ? dob : lineStart

/** Returns the day on which coverage of a dependent who left ended, no later than the student’s; null if the record has none. */
export const ownEnd = (
  { ends }: RecordDependent,
  coverage: Coverage,
  { lines }: Pick<CarrierRecord, 'lines'>,
): string | null => endWithin(ends[coverage] ?? null, lines[coverage].ends_on)

const endWithin = (end: string | null, lineEnd: string | null): string | null =>
  end !== null && lineEnd !== null && lineEnd < end ? lineEnd : end

/** Returns the days of coverage that a dependent left; null if they didn’t leave it or never had a day of it. */
const leftDays = (dependent: RecordDependent, { coverage, line }: CoveredLine) => {
  const ends_on = endWithin(dependent.ends[coverage] ?? null, line.ends_on)
  if (ends_on === null || hasCoverageType(dependent, coverage)) return null
  const starts_on = startOf(dependent, coverage, line.starts_on ?? '')
  return starts_on < ends_on ? { starts_on, ends_on } : null
}

const startOf = (dependent: RecordDependent, coverage: Coverage, lineStart: string): string => {
  const starts = dependent.starts[coverage] ?? firstStart(dependent, lineStart)
  return starts > lineStart ? starts : lineStart
}

/** Whether a coverage type included a dependent until a day or longer. */
const isCoveredOn = (dependent: RecordDependent, covered: CoveredLine, day: string): boolean => {
  const { coverage, line } = covered
  const days = leftDays(dependent, covered)
  if (days) return days.starts_on < day && day <= days.ends_on
  return hasCoverageType(dependent, coverage) && startOf(dependent, coverage, line.starts_on ?? '') < day
}

/** Returns the tier of dependents; a family’s one tier if the line has it or only that has a plan code. */
const tierOf = (
  dependents: readonly RecordDependent[],
  { coverage, tier }: CoveredLine,
  settings: CarrierSettings,
): Tier => {
  const codes = settings[planCodesOf(coverage)]
  const byCount = tierFor(dependents, tier === 'enrolled_efam')
  return [byCount, tierFor(dependents, true)].find((one) => codes[one] !== null) ?? tier
}
