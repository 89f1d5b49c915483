import { coverageLabels, isCoverageStatus } from '#contract/platform/coverage/choices.ts'
import { fieldOf, labelOf } from '#contract/platform/record/known-fields.ts'
import { decidedLabels, manualStatusLabels } from '#contract/review/decisions/choices.ts'
import { formTypeLabels } from '#contract/review/form-submissions/choices.ts'
import { eligibilityStatusLabels } from '#contract/review/verifications/choices.ts'
import {
  formatDay,
  formatFileSize,
  formatInstant,
  formatMoney,
  formatPhone,
} from '#client/platform/lib/format.ts'

/** A value in a history or preview. */
export type PlainValue = string | number | boolean | null | readonly string[]

/** Returns the text of markup on one line. */
export const plainText = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replaceAll(/<(?=\/p|\/h|\/li|br)/g, ' <'), 'text/html')
    .body.textContent.replaceAll(/\s+/g, ' ')
    .trim()

/** What codes mean in fields that only the history has, by the end of their names. */
const codes: readonly (readonly [ending: RegExp, labels: Readonly<Record<string, string>>])[] = [
  [/^coverage_type$|^coverage_types$|_coverages$/, coverageLabels],
  [/^form_type$/, formTypeLabels],
  [/_decision$|_second_review$/, decidedLabels],
  [/_eligibility$/, eligibilityStatusLabels],
  [/_result$/, manualStatusLabels],
]

const codeWords = (name: string, value: string): string =>
  codes.find(([ending]) => ending.test(name))?.[1][value] ?? value

const textWords = (name: string, value: string): string => {
  const { kind, format } = fieldOf(name) ?? {}
  if (kind === 'choice') return labelOf(name, value)
  if (format === 'phone') return formatPhone(value)
  if (format === 'markup') return plainText(value)
  if (kind === 'money') return formatMoney(value)
  if (kind === 'date' || /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value)
  if (kind === 'instant') return formatInstant(value)
  return kind ? value : codeWords(name, value)
}

/** Returns a field's value as text: 'true' → 'Yes', '2026-08-01' → '08/01/2026'; 'empty' for none. */
export const valueWords = (field: string, value: PlainValue): string => {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // Years and IDs have no thousands separator: 2027, not 2,027.
  if (typeof value === 'number')
    return fieldOf(field)?.format === 'size' ? formatFileSize(value) : String(value)
  if (typeof value === 'string') return textWords(field, value)
  return value.length === 0 ? 'empty' : value.map((one) => textWords(field, one)).join(', ')
}

/** Returns whether a value is empty. */
export const isNone = (value: PlainValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns the coverage status in a field's value, for a pill; null for every other field. */
export const statusIn = (field: string, value: PlainValue) =>
  fieldOf(field)?.line?.part === 'status' && isCoverageStatus(value) ? value : null
