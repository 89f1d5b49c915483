import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import {
  hasBeenEnrolled,
  isEnrolledWaiver,
  tierCountsFrom,
  type Line,
} from '#server/platform/coverage/index.ts'
import type { Values } from '#server/platform/db/update-in-groups.ts'
import { datesIn, type DependentDates, type DependentWrite } from './dependents.ts'
import { lineOf, moveContextOf } from './lines.ts'
import type { MovableRow } from './movable-row.ts'

/** A change of a record and its dependents before it’s saved. */
interface Changed {
  readonly before: MovableRow
  readonly after: MovableRow
  readonly set: Values
  readonly writes: readonly DependentWrite[]
  /** The day from which other dependents count, if it isn’t the form’s. */
  readonly effective_on: string | undefined
  /** `YYYY-MM-DD` */
  readonly today: string
}

/**
 * Returns the writes with the days on which coverage of the dependents starts and ends. Whoever joins enrolled coverage starts, and
 * whoever leaves it ends, on the day from which the tier and the premium count; coverage that begins covers everyone from its start.
 */
export const datedWrites = (changed: Changed): DependentWrite[] => {
  const lines = coverages.map((coverage) => changeOf(changed, coverage))
  const written = new Set(changed.writes.map(({ before }) => before?.id))
  const others = changed.before.dependents.filter(({ id }) => !written.has(id)).map(unchanged)
  return [...changed.writes, ...others]
    .map((write) => lines.reduce(withDates, write))
    .filter((write) => write.before === null || written.has(write.before.id) || isMoved(write))
}

/** What a change means for the dependents under one coverage type. */
interface LineChange {
  readonly coverage: Coverage
  /** Whether dependents were covered until the change. */
  readonly wasCovering: boolean
  /** The day on which coverage begins for everyone it includes; null if it doesn’t. */
  readonly begins_on: string | null
  /** The day from which a change of the dependents counts, and the student’s own days. */
  readonly day: string
  readonly starts_on: string
  readonly ends_on: string
}

const changeOf = (changed: Changed, coverage: Coverage): LineChange => {
  const { before, after, set } = changed
  const line = lineOf(before, coverage)
  const isActive = isTier(line.status) || isEnrolledWaiver(line.status)
  const is = after.lines[coverage]
  const isStarted = !isActive && isTier(is.status) && `${coverage}_enroll_coverage_start_on` in set
  return {
    coverage,
    wasCovering: isActive || isPaused(line),
    begins_on: isStarted ? is.coverage_start_on : null,
    day: dayOf(changed, line),
    starts_on: line.coverage_start_on ?? before.period.starts_on,
    ends_on: line.coverage_end_on ?? before.period.ends_on,
  }
}

const dayOf = ({ before, effective_on, today }: Changed, line: Line): string =>
  isPaused(line)
    ? (effective_on ?? today)
    : tierCountsFrom(line, { ...moveContextOf(before, line.coverage, today), effective_on })

/** Whether coverage ended because the student left, so that a return restores it, for those who are covered then. */
const isPaused = (line: Line): boolean =>
  line.status === 'loa' ? hasBeenEnrolled(line) : line.status === 'enrolled_eoc' && line.prior_tier !== null

const unchanged = (one: Dependent): DependentWrite => {
  const { id: _id, ssn: _ssn, ...after } = one
  return { before: one, after, ssn: undefined }
}

const isMoved = ({ before, after }: DependentWrite): boolean =>
  JSON.stringify(datesIn(before)) !== JSON.stringify(datesIn(after))

const withDates = (write: DependentWrite, line: LineChange): DependentWrite => {
  const { before, after } = write
  const { coverage, begins_on } = line
  const [was, is] = [before, after].map((one) => one?.covers.includes(coverage) === true)
  // the carrier may have been told of an earlier start, which only another day replaces
  const start = datesIn(before)[`${coverage}_start_on`] && begins_on
  if (begins_on !== null && is) return withDays(write, coverage, { start, end: null })
  if (was === is) return write
  return is ? joining(write, line) : leaving(write, line)
}

const joining = (
  write: DependentWrite,
  { coverage, wasCovering, day, starts_on }: LineChange,
): DependentWrite => {
  const left = datesIn(write.before)[`${coverage}_end_on`]
  // who comes back by the day they left never was without coverage; with a later start, the next file would end months that were told
  if (wasCovering && left !== null && day <= left) return withDays(write, coverage, { end: null })
  return withDays(write, coverage, { start: wasCovering && day > starts_on ? day : null, end: null })
}

const leaving = (
  write: DependentWrite,
  { coverage, wasCovering, day, ends_on }: LineChange,
): DependentWrite => (wasCovering ? withDays(write, coverage, { end: day < ends_on ? day : ends_on }) : write)

/** Sets days of a coverage type; a start that isn’t given stays. */
const withDays = (
  write: DependentWrite,
  coverage: Coverage,
  { start, end }: { readonly start?: string | null; readonly end: string | null },
): DependentWrite => {
  const days: Partial<DependentDates> = {
    [`${coverage}_end_on`]: end,
    ...(start === undefined ? {} : { [`${coverage}_start_on`]: start }),
  }
  if (write.after) return { ...write, after: { ...write.after, ...days } }
  return { ...write, ended: { ...write.ended, ...days } }
}
