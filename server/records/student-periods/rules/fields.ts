import { isAdmin, type Permission } from '#contract/platform/access.ts'
import { coverages } from '#contract/platform/coverage/choices.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import {
  plannedFields,
  savedStatusColumns,
  studentPeriodFields,
} from '#contract/platform/record/student-period-fields.ts'
import type { Term } from '#contract/setup/periods/proration.ts'
import { withinYearText } from '#server/platform/lib/day-text.ts'
import { problem, Problem } from '#server/platform/problem.ts'

const fields: Readonly<Record<string, RecordField>> = studentPeriodFields

/** Returns whether the history can contain a column and undo can write it. */
export const isColumn = (name: string): boolean =>
  Object.hasOwn(fields, name)
    ? fields[name]?.readOnly !== true || Object.hasOwn(plannedFields, name)
    : savedStatusColumns.has(name)

/** Returns the first key that the role can’t write, or undefined. Only product admins can delete. */
export const forbiddenKey = (keys: readonly string[], permission: Permission): string | undefined =>
  isAdmin({ permission })
    ? undefined
    : keys.find((key) => fields[key]?.adminOnly === true || key === 'deleted_at')

/** Checks the caller’s role for each key. @throws Problem 403 on the first key it can’t write */
export const assertMayWrite = (keys: readonly string[], permission: Permission): void => {
  const key = forbiddenKey(keys, permission)
  if (key === undefined) return
  const message = 'Only a Shipmate Admin can change this field.'
  throw new Problem('forbidden', { message, errors: { [key]: [message] } })
}

/** Checks that coverage is asked to start in the policy year. @throws Problem 422 */
export const assertStartsWithin = (period: Term, day: string | null | undefined): void => {
  if (day == null || (period.starts_on <= day && day <= period.ends_on)) return
  throw problem.invalid({ coverage_starts_on: withinYearText(period) })
}

/** Checks that a change that waits for a day is made before the policy year ends. @throws Problem 422 on `key` */
export const assertMadeInYear = (period: Term, day: string | null | undefined, key: string): void => {
  if (day != null && day > period.ends_on) throw problem.invalid({ [key]: withinYearText(period) })
}

type Values = Readonly<Record<string, unknown>>

const pairs: readonly (readonly [string, string])[] = [
  ['loa_start_on', 'loa_end_on'],
  ['expected_start_on', 'expected_graduation_on'],
  ...coverages.map(
    (coverage) => [`${coverage}_enroll_coverage_start_on`, `${coverage}_enroll_coverage_end_on`] as const,
  ),
]

/** Returns the fields that form a date pair with a field. */
export const datePartners = (field: string): string[] =>
  pairs.flatMap(([start, end]) => (start === field ? [end] : end === field ? [start] : []))

/**
 * Returns errors for date pairs that are out of order, on the later field; `after` is the record with the
 * changes.
 */
export const dateOrderErrors = (after: Values, written: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.flatMap(([start, end]) => {
      const [from, to] = [after[start], after[end]]
      if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return []
      return written.includes(start) || written.includes(end)
        ? [[written.includes(end) ? end : start, `The end date must be on or after the start date.`]]
        : []
    }),
  )
