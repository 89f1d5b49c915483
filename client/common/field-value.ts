import { labelsFor } from '#contract/choice-labels.ts'
import { isCoverageStatus } from '#contract/coverage/choices.ts'
import { isPhoneField } from '#contract/phone-words.ts'
import { formatDay, formatInstant, formatMoney, formatPhone } from '#client/lib/format.ts'
import { sizeWords } from '#client/lib/size-words.ts'
import { fieldOf } from './field-words.ts'

/** A value as histories and previews hold it. */
export type PlainValue = string | number | boolean | null | readonly string[]

/** What a note says, without its markup; its blocks in one line. */
const saidIn = (html: string): string =>
  new DOMParser()
    .parseFromString(html.replaceAll(/<(?=\/p|\/h|\/li|br)/g, ' <'), 'text/html')
    .body.textContent.trim()

const textWords = (field: string, value: string): string => {
  const labels = labelsFor(field)
  if (labels && Object.hasOwn(labels, value)) return labels[value] ?? value
  if (isPhoneField(field)) return formatPhone(value)
  const kind = fieldOf(field)?.kind
  if (kind === 'money') return formatMoney(value)
  if (kind === 'date' || /^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDay(value)
  return kind === 'instant' ? formatInstant(value) : value
}

/** A value of a field in words: 'true' → 'Yes', '2026-08-01' → '08/01/2026'; 'empty' for none. */
export const valueWords = (field: string, value: PlainValue): string => {
  if (value === null || value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  // Years and numbers of things stay as they are: 2027, not 2,027.
  if (typeof value === 'number') return field === 'size' ? sizeWords(value) : String(value)
  if (typeof value === 'string') return field === 'body' ? saidIn(value) : textWords(field, value)
  return value.length === 0 ? 'empty' : value.map((one) => textWords(field, one)).join(', ')
}

/** The coverage status that a value of a field is, for a pill; null for every other field. */
export const statusIn = (field: string, value: PlainValue) =>
  /^(medical|dental|vision)_status$/.test(field) && isCoverageStatus(value) ? value : null
