import { createHash } from 'node:crypto'
import type { CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { waitingWaivers } from '#contract/platform/coverage/status-groups.ts'
import type { WaiverValues } from '#contract/setup/period-documents/waiver-configuration.ts'
import { addDays, daysBetween } from '#server/platform/lib/days.ts'

/**
 * The months between reverifications, the random sample, the days to respond, the attempts and the lock, as the policy year’s waiver options are
 * published.
 */
export type ReverifyOptions = Pick<
  WaiverValues,
  | 'reverify_individual_plan_months'
  | 'reverify_medicaid_months'
  | 'reverify_cobra_months'
  | 'reverify_employer_group_months'
  | 'reverify_sample_percent'
  | 'grace_days'
  | 'tries'
  | 'locks_after_benefits_used'
>

/** A waiver that was verified on a day, `YYYY-MM-DD`. */
interface VerifiedWaiver {
  readonly student_period_id: number
  readonly source_of_coverage: string | null
  readonly verified_on: string
}

/** The interval of each source of coverage; the random sample chooses among all others. */
const intervals = {
  individual_plan: 'reverify_individual_plan_months',
  individual_essential_plan: 'reverify_individual_plan_months',
  medicaid: 'reverify_medicaid_months',
  cobra: 'reverify_cobra_months',
  parent_employer_group: 'reverify_employer_group_months',
  spouse_employer_group: 'reverify_employer_group_months',
  own_employer_group: 'reverify_employer_group_months',
} as const satisfies Readonly<Record<string, keyof ReverifyOptions>>

const intervalOf = (source: string | null): (typeof intervals)[keyof typeof intervals] | null =>
  source !== null && source in intervals
    ? // `in` has just found it
      intervals[source as keyof typeof intervals]
    : null

/** Returns the same day some months later, or the last day of a shorter month. */
const addMonths = (day: string, months: number): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** Days that a random check must be off, so that a waiver isn’t chosen again and again at the end of the year. */
const sampleMinimumDays = 30

const hashOf = (studentPeriodId: number): number =>
  createHash('sha256').update(`reverify ${studentPeriodId}`).digest().readUInt32BE(0)

/**
 * Returns whether the random sample has a waiver: none whose source of coverage has an interval, and of the others always
 * the same ones, by a hash of the student-period’s ID.
 */
export const isInSample = (
  { student_period_id, source_of_coverage }: Omit<VerifiedWaiver, 'verified_on'>,
  { reverify_sample_percent: percent }: Pick<ReverifyOptions, 'reverify_sample_percent'>,
): boolean => intervalOf(source_of_coverage) === null && hashOf(student_period_id) % 100 < percent

/** Halves the days to the end of the policy year. Null if a random check would be too soon. */
const sampleDay = (verifiedOn: string, endsOn: string): string | null => {
  const days = Math.floor(daysBetween(verifiedOn, endsOn) / 2)
  return days < sampleMinimumDays ? null : addDays(verifiedOn, days)
}

/**
 * Returns the day on which a verified waiver is due again, by its source of coverage and the policy year’s waiver
 * options; null for never, or if it’s after the end of the policy year (docs/domain.md, “Reverification”).
 */
export const nextReverifyOn = (
  waiver: VerifiedWaiver,
  options: ReverifyOptions,
  endsOn: string,
): string | null => {
  const { source_of_coverage, verified_on } = waiver
  const interval = intervalOf(source_of_coverage)
  if (interval === null) return isInSample(waiver, options) ? sampleDay(verified_on, endsOn) : null
  const months = options[interval]
  const due = months === null ? null : addMonths(verified_on, months)
  return due === null || due > endsOn ? null : due
}

/** One coverage type of a record. */
export interface WaivedLine {
  readonly status: CoverageStatus
  readonly source_of_coverage: string | null
  readonly waive_verified_on: string | null
}

const reverified: ReadonlySet<CoverageStatus> = new Set([
  'waived',
  'waived_needs_reverified',
  ...waitingWaivers,
])

/** A record, one of whose waivers is verified today. */
interface VerifiedRecord {
  readonly id: number
  readonly today: string
  readonly ends_on: string
  readonly reverify_on: string | null
  /** The waiver that is verified, then the record’s other coverage types. */
  readonly lines: readonly [WaivedLine, ...WaivedLine[]]
}

/**
 * Returns the new reverify date of a record: the first day on which one of its waivers is due. Without an interval, a
 * date that has come is cleared, and a later one, which staff entered, stays.
 */
export const reverifyOnAfter = (record: VerifiedRecord, options: ReverifyOptions | null): string | null => {
  const { id, today, ends_on, reverify_on, lines } = record
  const due = lines.flatMap(({ status, source_of_coverage, waive_verified_on }, index) => {
    if (options === null || (index > 0 && !reverified.has(status))) return []
    const verified_on = index > 0 && status === 'waived' ? (waive_verified_on ?? today) : today
    const waiver = { student_period_id: id, source_of_coverage, verified_on }
    return nextReverifyOn(waiver, options, ends_on) ?? []
  })
  const [first] = due.toSorted()
  if (first !== undefined) return first
  return reverify_on !== null && reverify_on > today ? reverify_on : null
}
