import { ageOutHorizons, noticeDays, type AgeOutHorizon, type NoticeDays } from '#contract/reports/choices.ts'
import type { AgeOutColumn } from '#contract/reports/age-out.ts'
import type { SortKey } from '#contract/table-query.ts'
import { addDays, daysBetween } from '../lib/days.ts'
import type { AgingLine } from './aging-out.ts'

/** The statuses that change to aged out (the transition table’s `age_out`). */
const changing = new Set(['waived', 'waived_needs_reverified'])

/** The coverage under a parent’s plan that a rule decides about. */
type Line = Pick<
  AgingLine,
  'status' | 'turns_on' | 'ends_on' | 'is_in_force' | 'is_done' | 'coverage_type' | 'place' | 'born_on'
>

/**
 * Returns whether a waiver changes to aged out at the next run: its coverage has presumably ended, and the student has
 * had the birthday. A plan that ended before the birthday needs reverification instead.
 */
export const mayAgeOut = (line: Omit<Line, 'coverage_type' | 'place' | 'born_on'>, today: string): boolean =>
  changing.has(line.status) &&
  line.is_in_force &&
  !line.is_done &&
  line.ends_on < today &&
  line.turns_on <= today

/** Returns whether a line is in a part of the report. `today` is `YYYY-MM-DD`. */
export const isWithin = (line: Line, horizon: AgeOutHorizon, today: string): boolean => {
  if (horizon === 'all') return true
  if (horizon === 'to_change') return mayAgeOut(line, today)
  if (horizon === 'ended') return line.ends_on < today
  return line.ends_on >= today && line.ends_on <= addDays(today, Number(horizon))
}

/** Returns how many lines are in each part of the report. */
export const countHorizons = (lines: readonly Line[], today: string): Record<AgeOutHorizon, number> => {
  const counts = { all: 0, ended: 0, '30': 0, '60': 0, '90': 0, to_change: 0 }
  for (const line of lines)
    for (const horizon of ageOutHorizons) if (isWithin(line, horizon, today)) counts[horizon] += 1
  return counts
}

const compared: Readonly<Record<AgeOutColumn, (line: Line) => string | number>> = {
  student_name: ({ place }) => place,
  dob: ({ born_on }) => born_on,
  turns_on: ({ turns_on }) => turns_on,
  presumed_end_on: ({ ends_on }) => ends_on,
  status: ({ status }) => status,
}

const isSortable = (field: string): field is AgeOutColumn => Object.hasOwn(compared, field)

/** Returns lines in order: by the keys, then by name. Without keys, the first to end is first. */
export const sortLines = <L extends Line>(lines: readonly L[], keys: readonly SortKey[] = []): L[] => {
  const wanted = keys.length > 0 ? keys : [{ field: 'presumed_end_on', descending: false }]
  return lines.toSorted((one, other) => {
    for (const { field, descending } of wanted) {
      if (!isSortable(field)) continue
      const [left, right] = [compared[field](one), compared[field](other)]
      if (left !== right) return left < right === descending ? 1 : -1
    }
    return one.place - other.place
  })
}

/** Returns the age on a day. Someone born on February 29 is older on March 1 in other years. */
export const ageOn = (bornOn: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(bornOn.slice(0, 4)) - (today.slice(5) < bornOn.slice(5) ? 1 : 0)

/**
 * Returns which notice is due, by its days; null if there’s none. Only the nearest one is: if the notice of 60 days is
 * due, that of 90 days is never sent. None is sent on the last day of coverage or later.
 */
export const noticeDue = (today: string, endsOn: string, sent: readonly number[] = []): NoticeDays | null => {
  const left = daysBetween(today, endsOn)
  if (left <= 0) return null
  const nearest = noticeDays.findLast((days) => left <= days)
  return nearest === undefined || sent.some((days) => days <= nearest) ? null : nearest
}

/** Returns whether students are emailed about a line: it’s waived, of a student who hasn’t left. */
export const isNotified = ({ status, is_in_force }: Pick<Line, 'status' | 'is_in_force'>): boolean =>
  changing.has(status) && is_in_force
