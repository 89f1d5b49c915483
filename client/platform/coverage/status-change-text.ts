import { capitalized, withinSentence } from '#contract/platform/letter-case.ts'
import { coverageLabels, coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { formatDay, formatMoney } from '#client/platform/lib/format.ts'
import { enrollmentPlaces } from '#client/platform/record/field-places.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'

/** The fees a status change can add. */
const fees = Object.entries(enrollmentPlaces).flatMap(([field, { section }]) =>
  section === 'Supplemental fees' ? [field] : [],
)

type After = (field: string) => string | undefined

/** The values a status change sets that staff should see first, in order; not the plan's name and numbers. */
const parts: readonly ((after: After) => string | null)[] = [
  (after) => said('coverage starts', formatDay, after('enroll_coverage_start_on')),
  (after) => said('coverage ends', formatDay, after('enroll_coverage_end_on')),
  (after) => said('premium', formatMoney, after('enroll_premium')),
  (after) => said('direct pay', formatMoney, after('enroll_direct_pay_premium')),
  (after) => said('verified', formatDay, after('waive_verified_on')),
]

const said = (word: string, format: (value: string) => string, value: string | undefined): string | null =>
  value === undefined ? null : `${word} ${format(value)}`

const afterOf = (changes: readonly FieldChange[], field: string): string | undefined => {
  const after = changes.find((one) => one.field === field)?.after
  return typeof after === 'string' ? after : undefined
}

const ofLine = (coverage: Coverage, changes: readonly FieldChange[]): string[] =>
  parts.flatMap((part) => part((field) => afterOf(changes, `${coverage}_${field}`)) ?? [])

const ofRecord = (changes: readonly FieldChange[]): string[] => [
  ...[said('reverify by', formatDay, afterOf(changes, 'reverify_on'))].flatMap((part) => part ?? []),
  ...fees.flatMap(
    (field) => said(withinSentence(fieldLabel(field)), formatMoney, afterOf(changes, field)) ?? [],
  ),
]

/** Returns the dates and fees that a status change sets: 'Coverage starts 02/01/2027, premium $600.00'; '' for none. */
export const moveWords = (coverage: Coverage, changes: readonly FieldChange[]): string =>
  capitalized([...ofLine(coverage, changes), ...ofRecord(changes)].join(', '))

/** Returns the same for a record whose lines change together, one text for each line and one for the fees. */
export const recordMoveWords = (changes: readonly FieldChange[]): string[] => {
  const lines = coverages.flatMap((coverage) => {
    const said = ofLine(coverage, changes)
    return said.length === 0 ? [] : [`${coverageLabels[coverage]}: ${said.join(', ')}`]
  })
  const fees = ofRecord(changes)
  return fees.length === 0 ? lines : [...lines, capitalized(fees.join(', '))]
}
