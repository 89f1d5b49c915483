import { capitalized } from '#contract/letter-case.ts'
import type { Coverage } from '#contract/coverage/choices.ts'
import type { FieldChange } from '#contract/history/shapes.ts'
import { formatDay, formatMoney } from '#client/lib/format.ts'

type After = (field: string) => string | undefined

/** The values a status change sets that staff should see first, in order; not the plan's name and numbers. */
const parts: readonly ((after: After) => string | null)[] = [
  (after) => said('coverage starts', formatDay, after('enroll_coverage_start_on')),
  (after) => said('coverage ends', formatDay, after('enroll_coverage_end_on')),
  (after) => said('premium', formatMoney, after('enroll_premium')),
  (after) => said('direct pay', formatMoney, after('enroll_direct_pay_premium')),
  (after) => said('verified', formatDay, after('waive_verified_on')),
  (after) => said('reverify by', formatDay, after('reverify_on')),
]

const said = (word: string, format: (value: string) => string, value: string | undefined): string | null =>
  value === undefined ? null : `${word} ${format(value)}`

/** Returns the dates and fees that a status change sets: 'Coverage starts 02/01/2027, premium $600.00'; '' for none. */
export const moveWords = (coverage: Coverage, changes: readonly FieldChange[]): string => {
  const after: After = (field) => {
    const change = changes.find((one) => one.field === field || one.field === `${coverage}_${field}`)
    return typeof change?.after === 'string' ? change.after : undefined
  }
  return capitalized(parts.flatMap((part) => part(after) ?? []).join(', '))
}
