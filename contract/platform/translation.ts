import * as z from 'zod/mini'
import { richTextKeys, type Shape } from './document.ts'

/**
 * The languages that the office’s texts can be written in besides English. The English text is saved under its name, and
 * another language’s in an object with the language’s name next to it: `{ question, answer, es: { question } }`. So content that
 * was saved before is valid, and an item of a list keeps its texts when it’s moved, copied, merged or undone.
 */
type OtherLanguage = 'es'

type Translation<S extends Shape> = z.ZodMiniOptional<
  z.ZodMiniObject<{ [N in keyof S]: z.ZodMiniOptional<z.ZodMiniNullable<S[N]>> }, z.core.$strict>
>

/** The texts of an object that can be in each language, with their limits. */
export const translated = <const S extends Shape>(texts: S): S & Record<OtherLanguage, Translation<S>> => {
  const entries = Object.entries(texts).map(([name, text]) => [name, z.optional(z.nullable(text))])
  // Object.fromEntries drops the names of the texts
  const translation = z.optional(z.strictObject(Object.fromEntries(entries))) as unknown as Translation<S>
  return { ...texts, es: translation }
}

/** A text of the office and what it is in another language. */
export interface OfficeText {
  /** The path of the object that has it: '' or 'items.0'. */
  readonly at: string
  readonly name: string
  readonly isRich: boolean
  readonly english: string
  /** Null while it’s missing. */
  readonly text: string | null
}

type Content = Readonly<Record<string, unknown>>

const isContent = (value: unknown): value is Content => typeof value === 'object' && value !== null

/** Returns the parts of an object’s schema by name; null for other schemas. */
const shapeOf = (schema: unknown): Shape | null =>
  schema instanceof z.ZodMiniObject ? schema.def.shape : null

/** Returns the names of the texts of an object that can be in a language. */
const namesIn = (shape: Shape, language: OtherLanguage): readonly string[] => {
  const { [language]: translation } = shape
  return translation instanceof z.ZodMiniOptional ? Object.keys(shapeOf(translation.def.innerType) ?? {}) : []
}

const filled = (value: unknown): string | null =>
  typeof value === 'string' && value.replaceAll(/<\/?p>|<br>/g, '').trim() !== '' ? value : null

/** Returns a text that says something in a language: a year or a number is the same in all. */
const worded = (value: unknown): string | null => {
  const text = filled(value)
  return text !== null && /\p{L}/u.test(text.replaceAll(/<[^>]*>/g, '')) ? text : null
}

const isRichText = (name: string): boolean => richTextKeys.some((key) => key === name)

/** Returns whether a document has texts that can be in other languages. */
export const hasOfficeTexts = (schema: unknown): boolean => {
  if (schema instanceof z.ZodMiniArray) return hasOfficeTexts(schema.def.element)
  const shape = shapeOf(schema) ?? {}
  return namesIn(shape, 'es').length > 0 || Object.values(shape).some(hasOfficeTexts)
}

/** Lists the texts that an office wrote in English, each with what it is in another language, in the order of the content. */
export const officeTextsIn = (
  schema: unknown,
  content: unknown,
  language: OtherLanguage,
  at = '',
): OfficeText[] => {
  if (schema instanceof z.ZodMiniArray && Array.isArray(content))
    return content.flatMap((item, index) =>
      officeTextsIn(schema.def.element, item, language, pathOf(at, String(index))),
    )
  const shape = shapeOf(schema)
  if (!shape || !isContent(content)) return []
  const names = namesIn(shape, language)
  const { [language]: translation } = content
  return Object.entries(shape).flatMap(([name, part]): OfficeText[] => {
    if (!names.includes(name)) return officeTextsIn(part, content[name], language, pathOf(at, name))
    const english = worded(content[name])
    if (english === null) return []
    const text = isContent(translation) ? filled(translation[name]) : null
    return [{ at, name, isRich: isRichText(name), english, text }]
  })
}

/** Returns how many of an office’s texts are missing in Spanish, as a sentence; '' if there are none at all. */
export const missingText = (texts: readonly OfficeText[]): string => {
  const missing = texts.filter(({ text }) => text === null).length
  if (texts.length === 0) return ''
  if (missing === 0) return 'Every text is in Spanish.'
  const all = `${texts.length} ${texts.length === 1 ? 'text' : 'texts'}`
  return `${missing} of ${all} ${missing === 1 ? 'has' : 'have'} no Spanish.`
}

const pathOf = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

/** Texts in the language of a page, and those that the office wrote only in English. */
export interface Translator {
  /** Returns content of a schema with its texts in the language, and in English where they’re missing. */
  readonly translate: <C>(schema: unknown, content: C) => C
  /** The texts so far that have none in the language. */
  readonly inEnglish: ReadonlySet<string>
}

/** Returns what translates content to a language of the site. */
export const translatorTo = (language: OtherLanguage | 'en'): Translator => {
  const inEnglish = new Set<string>()
  const translate = (schema: unknown, content: unknown): unknown => {
    if (schema instanceof z.ZodMiniArray && Array.isArray(content))
      return content.map((item) => translate(schema.def.element, item))
    const shape = shapeOf(schema)
    if (!shape || !isContent(content)) return content
    const names = namesIn(shape, 'es')
    const parts = Object.entries(content)
      .filter(([name]) => name !== 'es' || names.length === 0)
      .map(([name, value]) => [name, translate(shape[name], value)])
    const { es } = content
    const texts = (language === 'en' ? [] : names).flatMap((name) => {
      const english = worded(content[name])
      const text = isContent(es) ? filled(es[name]) : null
      if (english !== null && text === null) inEnglish.add(english)
      return english !== null && text !== null ? [[name, text]] : []
    })
    return Object.fromEntries([...parts, ...texts])
  }
  // translated content has the same parts as before
  return { translate: (schema, content) => translate(schema, content) as typeof content, inEnglish }
}
