import { splitTokens } from '#contract/mail/email-templates/merge.ts'
import type { EmailText } from '#contract/mail/email-templates/shapes.ts'
import { phoneText } from '#contract/platform/phone.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import {
  mergeFieldsOf,
  type EmailLanguage,
  type TemplateKindName,
} from '#contract/setup/schools/email-kinds.ts'
import { currentMergeName } from '#contract/setup/schools/merge-fields.ts'
import { escapeHtml } from '#server/platform/lib/escape-html.ts'
import { headerText } from '#server/platform/lib/header-text.ts'
import { choiceWords, dayWords, yesNoWords } from './words.ts'

/** The values of a person’s merge fields by name; fields without a value are missing. */
export type MergeValues = Readonly<Record<string, string>>

/** Control characters, and characters that reverse the direction of the text after them. */
const hidden = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/** Returns a value for plain text: without control characters, with its lines. */
const asText = (value: string): string =>
  value
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(hidden, ''))
    .join('\n')

/** How a value is written, by the place of its merge field. */
const writers = {
  line: headerText,
  text: asText,
  html: (value: string): string => escapeHtml(asText(value)).replaceAll('\n', '<br>'),
  link: (value: string): string => {
    const address = escapeHtml(value.replaceAll(hidden, ''))
    return /^https?:\/\//.test(address) ? `<a href="${address}">${address}</a>` : address
  },
  /** In the address of a link, where a value is one part of it. */
  address: (value: string): string => encodeURIComponent(value.replaceAll(hidden, '').toWellFormed()),
} as const

/** A part of a text: literal, or a merge field and how its value is written. */
type Part =
  string | { readonly name: string; readonly fallback: string | null; readonly as: keyof typeof writers }

/** A text that is merged for many people, parsed once. */
export interface PreparedText {
  readonly subject: readonly Part[]
  readonly html: readonly Part[]
  readonly text: readonly Part[]
  /** The names of all its merge fields. */
  readonly names: ReadonlySet<string>
  /** The names of those that have no fallback somewhere. */
  readonly needed: ReadonlySet<string>
  /** Its characters, without the values. */
  readonly length: number
}

const partsOf = (source: string, as: (name: string) => keyof typeof writers): Part[] =>
  splitTokens(source).map((part) => {
    if ('text' in part) return part.text
    const name = currentMergeName(part.token.name)
    return { name, fallback: part.token.fallback, as: as(name) }
  })

const isTag = (piece: string): boolean => piece.startsWith('<')

/**
 * Prepares a text for merging.
 * @param plainText the plain-text part made from the HTML, used if the text doesn’t have its own
 */
export const prepareText = (
  kind: TemplateKindName | null,
  { subject, html, text }: EmailText,
  plainText: string,
): PreparedText => {
  const links = new Set(
    mergeFieldsOf(kind)
      .filter((field) => field.kind === 'link')
      .map(({ name }) => name),
  )
  const inText = (name: string): 'link' | 'html' => (links.has(name) ? 'link' : 'html')
  const prepared = {
    subject: partsOf(subject, () => 'line'),
    html: html.split(/(<[^>]*>)/).flatMap((piece) => partsOf(piece, isTag(piece) ? () => 'address' : inText)),
    text: partsOf(text ?? plainText, () => 'text'),
  }
  const fields = Object.values(prepared).flat()
  return {
    ...prepared,
    names: new Set(fields.flatMap((part) => (typeof part === 'string' ? [] : [part.name]))),
    needed: new Set(
      fields.flatMap((part) => (typeof part === 'string' || part.fallback !== null ? [] : [part.name])),
    ),
    length: fields.reduce((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0),
  }
}

/** Returns the names of fields that have neither a value nor a fallback for a person, without writing the text. */
export const emptyFieldsOf = ({ needed }: PreparedText, values: MergeValues): string[] =>
  [...needed].filter((name) => !Object.hasOwn(values, name))

/** An email to one person. */
export interface MergedText {
  readonly subject: string
  /** Rich text, to be placed in the layout. */
  readonly html: string
  readonly text: string
  /** The names of fields that have neither a value nor a fallback for this person. */
  readonly empty: readonly string[]
}

/** Merges a text with the values of one person. Values are escaped, and substituted once. */
export const mergeText = (prepared: PreparedText, values: MergeValues): MergedText => {
  const { subject, html, text } = prepared
  const write = (part: Part): string => {
    if (typeof part === 'string') return part
    const value = Object.hasOwn(values, part.name) ? values[part.name] : undefined
    if (value !== undefined) return writers[part.as](value)
    return part.fallback ?? ''
  }
  const written = (parts: readonly Part[]): string => parts.map(write).join('')
  return {
    subject: headerText(written(subject)),
    html: written(html),
    text: written(text),
    empty: emptyFieldsOf(prepared, values),
  }
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

type ValueField = Pick<RecordField, 'kind' | 'format' | 'choiceLabels'>

/**
 * Returns a record’s value, given as the database writes it, as students read it in a language: dates, money in dollars,
 * choices by label.
 */
export const valueText = (
  { kind, format, choiceLabels }: ValueField,
  text: string,
  language: EmailLanguage,
): string => {
  if (kind === 'boolean') return yesNoWords(text === 'true', language)
  // a choice without labels, such as a state, is the same in every language
  if (kind === 'choice') return choiceWords(text, choiceLabels?.[text] ?? text, language)
  if (kind === 'date') return dayWords(text, language)
  if (kind === 'money') return dollars.format(Number(text))
  return format === 'phone' ? phoneText(text) : text
}
