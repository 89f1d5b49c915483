import { isAdmin, type Permission } from '#contract/access.ts'
import { coverages } from '#contract/coverage/choices.ts'
import type { RecordField } from '#contract/record-field.ts'
import { studentPeriodFields } from '#contract/student-periods/fields.ts'
import { Problem } from '../problem.ts'

const fields: Readonly<Record<string, RecordField>> = studentPeriodFields

/** The first key that the role may not write, or undefined (decisions section 2). To delete is for product admins. */
export const forbiddenKey = (keys: readonly string[], permission: Permission): string | undefined =>
  isAdmin({ permission })
    ? undefined
    : keys.find((key) => fields[key]?.adminOnly === true || key === 'deleted_at')

/** @throws Problem 403 on the first key that the caller's role may not write */
export const assertMayWrite = (keys: readonly string[], permission: Permission): void => {
  const key = forbiddenKey(keys, permission)
  if (key === undefined) return
  const message = 'Only a Shipmate Admin may change this field.'
  throw new Problem('forbidden', { message, errors: { [key]: [message] } })
}

type Values = Readonly<Record<string, unknown>>

const pairs: readonly (readonly [string, string])[] = [
  ['loa_start_on', 'loa_end_on'],
  ['expected_start_on', 'expected_graduation_on'],
  ...coverages.map(
    (coverage) => [`${coverage}_enroll_coverage_start_on`, `${coverage}_enroll_coverage_end_on`] as const,
  ),
]

/** The fields whose order with a field is judged: the other end of its pair. */
export const datePartners = (field: string): string[] =>
  pairs.flatMap(([start, end]) => (start === field ? [end] : end === field ? [start] : []))

/** Dates that come in pairs must be in order; `after` is the record as it would be. Errors by the later field. */
export const dateOrderErrors = (after: Values, written: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    pairs.flatMap(([start, end]) => {
      const [from, to] = [after[start], after[end]]
      if (typeof from !== 'string' || typeof to !== 'string' || from <= to) return []
      return written.includes(start) || written.includes(end)
        ? [[written.includes(end) ? end : start, `The :attribute field must keep the dates in order.`]]
        : []
    }),
  )
