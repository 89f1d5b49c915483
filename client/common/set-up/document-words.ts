import type { PeriodDocument } from '#contract/periods/document.ts'
import { formatDay, formatMoney, formatNumber, formatPhone } from '#client/lib/format.ts'
import { titleOfItem } from '#client/lib/merge.ts'
import { isRecord } from '#client/lib/plain-record.ts'

const titleOf = (item: unknown): string => (isRecord(item) ? titleOfItem(item) : valueInWords(item))

const lists = new Intl.ListFormat('en-US')
const few = 6

const listInWords = (items: readonly unknown[]): string => {
  if (items.length === 0) return 'None'
  const shown = items.slice(0, few).map(titleOf)
  return lists.format(items.length > few ? [...shown, `${formatNumber(items.length - few)} more`] : shown)
}

const textOf = (text: string): string => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return formatDay(text)
  if (/^\d+\.\d{2}$/.test(text)) return formatMoney(text)
  if (/^\+1\d{10}$/.test(text)) return formatPhone(text)
  // rich text without its tags: enough to tell two apart
  return text.startsWith('<')
    ? text
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
    : text
}

/** How a document says its changes, where the usual words would not do. */
export interface DocumentWords {
  /** 'max_deductible.parameters.amount' → 'Highest deductible › Amount' */
  readonly path: (path: string) => string
  readonly value: (value: unknown) => string
}

/** A value of a document as a person reads it: days, yes and no, the names of things in a list. */
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

/** The words of a record whose values are often choices: by their labels, and in lists too. */
export const wordsBy = (
  choices: Readonly<Record<string, string>>,
  labels: Readonly<Record<string, string>> = {},
  parts: Readonly<Record<string, string>> = {},
): DocumentWords => {
  const one = (value: unknown): unknown =>
    typeof value === 'string' && Object.hasOwn(choices, value) ? choices[value] : value
  return {
    path: (path) => {
      const first = path.split(/[.[]/)[0] ?? ''
      const rest = path.slice(first.length)
      const label = labels[first]
      const part = parts[`*${rest}`]
      if (label === undefined) return pathInWords(path)
      return parts[path] ?? (part === undefined ? `${label}${restOf(rest)}` : `${label} › ${part}`)
    },
    value: (value) => valueInWords(Array.isArray(value) ? value.map(one) : one(value)),
  }
}

/** How the changes of documents are told, from how they are declared. */
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

/** The usual words. */
export const plainWords: DocumentWords = {
  path: (path) => pathInWords(path),
  value: (value) => valueInWords(value),
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** `dates.cohorts[Class of 2026].waiver_deadline_on` → 'Cohorts › Class of 2026 › Waiver deadline on' */
export const pathInWords = (path: string): string =>
  path
    .split(/\.(?![^[]*\])|\[|\]/)
    .filter((part) => part !== '')
    .map((part) => sentence(part.replaceAll('_', ' ')))
    .join(' › ')
