import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { isEnrolledWaiver, isTier, tierCountsFrom } from '#server/platform/coverage/index.ts'
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
  /** The day from which a change of the dependents counts, and the student’s own start. */
  readonly day: string
  readonly starts_on: string
}

const changeOf = ({ before, after, set, effective_on, today }: Changed, coverage: Coverage): LineChange => {
  const line = lineOf(before, coverage)
  const wasCovering = isTier(line.status) || isEnrolledWaiver(line.status)
  const is = after.lines[coverage]
  const isStarted = `${coverage}_enroll_coverage_start_on` in set
  return {
    coverage,
    wasCovering,
    begins_on: !wasCovering && isStarted && isTier(is.status) ? is.coverage_start_on : null,
    day: tierCountsFrom(line, { ...moveContextOf(before, coverage, today), effective_on }),
    starts_on: line.coverage_start_on ?? before.period.starts_on,
  }
}

const unchanged = (one: Dependent): DependentWrite => {
  const { id: _id, ssn: _ssn, ...after } = one
  return { before: one, after, ssn: undefined }
}

const isMoved = ({ before, after }: DependentWrite): boolean =>
  JSON.stringify(datesIn(before)) !== JSON.stringify(datesIn(after))

const withDates = (write: DependentWrite, line: LineChange): DependentWrite => {
  const { before, after } = write
  const { coverage, wasCovering, begins_on, day, starts_on } = line
  const [was, is] = [before, after].map((one) => one?.covers.includes(coverage) === true)
  // the carrier may have been told of an earlier start, which only another day replaces
  const start = datesIn(before)[`${coverage}_start_on`] && begins_on
  if (begins_on !== null && is) return withDays(write, coverage, { start, end: null })
  if (was === is || !(wasCovering || is)) return write
  if (is) return withDays(write, coverage, { start: wasCovering && day > starts_on ? day : null, end: null })
  return withDays(write, coverage, { end: day })
}

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
