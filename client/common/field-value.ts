import { isCoverageStatus } from '#contract/coverage/choices.ts'
import { fieldOf, labelOf } from '#contract/known-fields.ts'
import { formatDay, formatInstant, formatMoney, formatPhone } from '#client/lib/format.ts'
import { sizeWords } from '#client/lib/size-words.ts'

/** A value as histories and previews hold it. */
export type PlainValue = string | number | boolean | null | readonly string[]

/** What a note says, without its markup; its blocks in one line. */
const saidIn = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replaceAll(/<(?=\/p|\/h|\/li|br)/g, ' <'), 'text/html')
    .body.textContent.trim()

const textWords = (name: string, value: string): string => {
  const { kind, format } = fieldOf(name) ?? {}
  if (kind === 'choice') return labelOf(name, value)
  if (format === 'phone') return formatPhone(value)
  if (format === 'markup') return saidIn(value)
  if (kind === 'money') return formatMoney(value)
  if (kind === 'date' || /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value)
  return kind === 'instant' ? formatInstant(value) : value
}

/** A value of a field in words: 'true' → 'Yes', '2026-08-01' → '08/01/2026'; 'empty' for none. */
export const valueWords = (field: string, value: PlainValue): string => {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // Years and numbers of things stay as they are: 2027, not 2,027.
  if (typeof value === 'number') return fieldOf(field)?.format === 'size' ? sizeWords(value) : String(value)
  if (typeof value === 'string') return textWords(field, value)
  return value.length === 0 ? 'empty' : value.map((one) => textWords(field, one)).join(', ')
}

/** The coverage status that a value of a field is, for a pill; null for every other field. */
export const statusIn = (field: string, value: PlainValue) =>
  fieldOf(field)?.line?.part === 'status' && isCoverageStatus(value) ? value : null
