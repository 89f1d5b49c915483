import { capitalized } from '#contract/platform/letter-case.ts'
import type { PeriodDocument } from '#contract/setup/period-documents/document.ts'
import { languageLabels } from '#contract/setup/period-documents/waiver-choices.ts'
import { isMediaPath } from '#contract/platform/rich-text.ts'
import { plainText } from '#client/platform/record/field-value.ts'
import { formatDay, formatList, formatMoney, formatNumber, formatPhone } from '#client/platform/lib/format.ts'
import { titleOfItem } from '#client/platform/lib/merge.ts'
import { isRecord } from '#client/platform/lib/plain-record.ts'

const titleOf = (item: unknown): string => (isRecord(item) ? titleOfItem(item) : valueInWords(item))

const few = 6

const listInWords = (items: readonly unknown[]): string => {
  if (items.length === 0) return 'None'
  const shown = items.slice(0, few).map(titleOf)
  return formatList(items.length > few ? [...shown, `${formatNumber(items.length - few)} more`] : shown)
}

const textOf = (text: string): string => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text)
  if (/^\d+\.\d{2}$/.test(text)) return formatMoney(text)
  if (/^\+1\d{10}$/.test(text)) return formatPhone(text)
  if (isMediaPath(text)) return 'Picture'
  if (!text.startsWith('<')) return text
  return plainText(text) || (text.includes('<img') ? 'Picture' : 'None')
}

/** The texts for a document's changes, if the default ones don't fit. */
export interface DocumentWords {
  /** 'max_deductible.parameters.amount' → 'Maximum deductible › Amount' */
  readonly path: (path: string) => string
  readonly value: (value: unknown) => string
}

/** Returns a document's value as text: dates, yes and no, the names of list items. */
export const valueInWords = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return textOf(value)
  if (Array.isArray(value)) return listInWords(value)
  return isRecord(value)
    ? Object.entries(value)
        .filter(([name, inner]) => name !== 'key' && inner !== null && inner !== '')
        .map(([name, inner]) => `${pathInWords(name)}: ${valueInWords(inner)}`)
        .join('; ')
    : 'None'
}

/** Returns texts for a record with many choices: their labels, also in lists. */
export const wordsBy = (
  choices: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>>,
  parts: Readonly<Record<string, string>> = {},
): DocumentWords => {
  const labelOf = (value: string): string =>
    Object.hasOwn(choices, value) ? (choices[value] ?? value) : value
  const one = (value: unknown): unknown => (typeof value === 'string' ? labelOf(value) : value)
  return {
    path: (path) => {
      const first = path.split(/[.[]/)[0] ?? ''
      const rest = path.slice(first.length)
      const label = labels[first]
      const part = parts[`*${rest}`]
      if (label === undefined) return pathInWords(path)
      const named = rest.replace(/^\[([^\]]+)\]/, (_, item: string) => `[${labelOf(item)}]`)
      return parts[path] ?? (part === undefined ? `${label}${restOf(named)}` : `${label} › ${part}`)
    },
    value: (value) => valueInWords(Array.isArray(value) ? value.map(one) : one(value)),
  }
}

/** Returns the texts for the changes of documents, from their definitions. */
export const wordsOf = (...documents: readonly Pick<PeriodDocument, 'choices' | 'labels' | 'parts'>[]) =>
  wordsBy(
    Object.assign({}, ...documents.map(({ choices }) => choices)),
    Object.assign({}, ...documents.map(({ labels }) => labels)),
    Object.assign({}, ...documents.map(({ parts }) => parts)),
  )

const restOf = (path: string): string => {
  const rest = pathInWords(path.replace('.parameters', ''))
  return rest === '' ? '' : ` › ${rest}`
}

/** The default texts. */
export const plainWords: DocumentWords = {
  path: (path) => pathInWords(path),
  value: (value) => valueInWords(value),
}

/** Keys within a field whose labels on screen differ. */
const keyLabels: Readonly<Record<string, string>> = {
  ...languageLabels,
  alt: 'Alt text',
  audience: 'Applies to',
  body: 'Text',
  confirms: 'Requirement it meets',
  ends_on: 'Last day',
  enrollment_closes_on: 'Enrollment window closes',
  from: 'First day',
  help: 'Help text',
  html: 'Text',
  is_required: 'Required',
  is_retired: 'Inactive',
  is_visible: 'Show in menu',
  place: 'Location',
  src: 'Image',
  starts_on: 'First day',
  to: 'Last day',
  tone: 'Style',
  url: 'URL',
  waiver_deadline_on: 'Waiver deadline',
  zip: 'ZIP code',
}

const keyInWords = (key: string): string => keyLabels[key] ?? capitalized(key.replaceAll('_', ' '))

/** `cohorts[Class of 2026].waiver_deadline_on` → 'Cohorts › Class of 2026 › Waiver deadline' */
export const pathInWords = (path: string): string =>
  (path.match(/\[[^\]]*\]|[^.[\]]+/g) ?? [])
    .map((part) => (part.startsWith('[') ? capitalized(part.slice(1, -1)) : keyInWords(part)))
    .filter((part) => part !== '')
    .join(' › ')
