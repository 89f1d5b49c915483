import * as z from 'zod/mini'
import { richTextKeys, type Shape } from './document.ts'

/**
 * The languages that the office’s texts can be written in besides English. The English text is saved under its name, and
 * another language’s in an object with the language’s name next to it: `{ question, answer, es: { question } }`. So content that
 * was saved before is valid, and an item of a list keeps its texts when it’s moved, copied, merged or undone.
 */
type OtherLanguage = 'es'

/**
 * The hash of the English text that another language’s text was written for. Null says that it’s still right: the server
 * then writes the hash of the present English. Without one, the text counts as current.
 */
export const original = z.optional(z.nullable(z.int()))

type Translation<S extends Shape> = z.ZodMiniOptional<
  z.ZodMiniObject<
    { [N in keyof S]: z.ZodMiniOptional<z.ZodMiniNullable<S[N]>> } & {
      of: z.ZodMiniOptional<z.ZodMiniObject<{ [N in keyof S]: typeof original }, z.core.$strict>>
    },
    z.core.$strict
  >
>

/** The texts of an object that can be in each language, with their limits. */
export const translated = <const S extends Shape>(texts: S): S & Record<OtherLanguage, Translation<S>> => {
  const entries = Object.entries(texts).map(([name, text]) => [name, z.optional(z.nullable(text))])
  const originals = Object.keys(texts).map((name) => [name, original])
  // Object.fromEntries drops the names of the texts
  const translation = z.optional(
    z.strictObject({
      ...Object.fromEntries(entries),
      of: z.optional(z.strictObject(Object.fromEntries(originals))),
    }),
  ) as unknown as Translation<S>
  return { ...texts, es: translation }
}

/** A text whose languages are next to each other: `{ en, es }`. */
export const inLanguages = <const S extends Shape>(languages: S) =>
  z.strictObject({ ...languages, of: z.optional(z.strictObject({ es: original })) })

/** A text of the office and what it is in another language. */
export interface OfficeText {
  /** The path of the object that has it: '' or 'items.0'. */
  readonly at: string
  readonly name: string
  readonly isRich: boolean
  readonly english: string
  /** Null while it’s missing. */
  readonly text: string | null
  /** Whether the English changed since the text was written. */
  readonly isOutdated: boolean
}

type Content = Readonly<Record<string, unknown>>

const isContent = (value: unknown): value is Content => typeof value === 'object' && value !== null

/** Returns the parts of an object’s schema by name; null for other schemas. */
const shapeOf = (schema: unknown): Shape | null =>
  schema instanceof z.ZodMiniObject ? schema.def.shape : null

/** Returns the names of the texts of an object that can be in a language. */
const namesIn = (shape: Shape, language: OtherLanguage): readonly string[] => {
  const { [language]: translation } = shape
  const parts = translation instanceof z.ZodMiniOptional ? shapeOf(translation.def.innerType) : null
  return Object.keys(parts ?? {}).filter((name) => name !== 'of')
}

const filled = (value: unknown): string | null =>
  typeof value === 'string' && value.replaceAll(/<\/?p>|<br>/g, '').trim() !== '' ? value : null

/** Returns a text that says something in a language: a year or a number is the same in all. */
const worded = (value: unknown): string | null => {
  const text = filled(value)
  return text !== null && /\p{L}/u.test(text.replaceAll(/<[^>]*>/g, '')) ? text : null
}

/** Returns whether a text of a document is rich, by its name. */
export const isRichText = (name: string): boolean => richTextKeys.some((key) => key === name)

/** Returns whether a document has texts that can be in other languages. */
export const hasOfficeTexts = (schema: unknown): boolean => {
  if (schema instanceof z.ZodMiniArray) return hasOfficeTexts(schema.def.element)
  const shape = shapeOf(schema) ?? {}
  return namesIn(shape, 'es').length > 0 || Object.values(shape).some(hasOfficeTexts)
}

const pathOf = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`)

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
    return [{ at, name, isRich: isRichText(name), ...spanishFor(english, writtenIn(translation, name)) }]
  })
}

const spanishFor = (
  english: string,
  { text, of }: Written,
): Pick<OfficeText, 'english' | 'text' | 'isOutdated'> => ({
  english,
  text,
  isOutdated: text !== null && of !== null && of !== hashOf(english),
})

/** Returns a text whose languages are next to each other as one of the office’s; none if it’s empty in English. */
export const officeTextsOf = (at: string, name: string, languages: Content): OfficeText[] => {
  const english = worded(languages['en'])
  return english === null ? [] : [{ at, name, isRich: false, ...spanishFor(english, spanishOf(languages)) }]
}

const spanishOf = ({ es, of }: Content): Written =>
  writtenIn({ text: es, of: { text: isContent(of) ? of['es'] : null } }, 'text')

interface Written {
  readonly text: string | null
  /** The hash of the English text that it was written for; null if it isn’t known. */
  readonly of: number | null
}

const writtenIn = (translation: unknown, name: string): Written => {
  if (!isContent(translation)) return { text: null, of: null }
  const { of: originals } = translation
  const of = isContent(originals) ? originals[name] : null
  return { text: filled(translation[name]), of: typeof of === 'number' ? of : null }
}

/** Returns a hash of a text’s characters, of which spaces count as one (FNV-1a, 32 bits). */
export const hashOf = (text: string): number => {
  let hash = 0x81_1c_9d_c5
  for (const character of text.replaceAll(/\s+/g, ' ').trim())
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93)
  return hash >>> 0
}

/** Returns how many of an office’s texts are missing in Spanish or outdated, as sentences; '' if there are none at all. */
export const missingText = (texts: readonly Pick<OfficeText, 'text' | 'isOutdated'>[]): string => {
  const missing = texts.filter(({ text }) => text === null).length
  const outdated = texts.filter(({ isOutdated }) => isOutdated).length
  if (texts.length === 0) return ''
  if (missing + outdated === 0) return 'Every text is in Spanish.'
  const all = `${texts.length} ${texts.length === 1 ? 'text' : 'texts'}`
  return [
    ...(missing === 0 ? [] : [`${missing} of ${all} ${missing === 1 ? 'has' : 'have'} no Spanish.`]),
    ...(outdated === 0
      ? []
      : [
          `${outdated} of ${all} changed in English since ${outdated === 1 ? 'it was' : 'they were'} translated.`,
        ]),
  ].join(' ')
}

/**
 * Returns content with the hash of the English text that each Spanish text was written for. `before` is the content that
 * it replaces: a text that is the same as there keeps its hash, unless it’s said to be still right.
 */
export const withOriginals = <C>(schema: unknown, content: C, before: unknown): C =>
  // the hashes are all that is added
  noteOriginals(schema, content, before) as C

const noteOriginals = (schema: unknown, content: unknown, before: unknown): unknown => {
  if (schema instanceof z.ZodMiniArray && Array.isArray(content))
    return content.map((item, index) =>
      noteOriginals(schema.def.element, item, formerItem(before, item, index)),
    )
  const shape = shapeOf(schema)
  if (!shape || !isContent(content)) return content
  const former = isContent(before) ? before : {}
  const parts = Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, noteOriginals(shape[name], value, former[name])]),
  )
  const { es } = content
  if ('en' in shape && 'of' in shape) return messageOf(content, former)
  if (!isContent(es)) return parts
  const originals = namesIn(shape, 'es').flatMap((name) => {
    const now = { english: asEnglish(content[name]), ...writtenIn(es, name) }
    const was = { english: asEnglish(former[name]), ...writtenIn(former['es'], name) }
    return now.text === null ? [] : [[name, originalOf(now, was)]]
  })
  const { of: _sent, ...texts } = es
  return { ...parts, es: originals.length === 0 ? texts : { ...texts, of: Object.fromEntries(originals) } }
}

/** Returns a text by language with the English that its Spanish was written for. */
const messageOf = ({ of: sent, ...texts }: Content, before: Content): Content => {
  const now = { english: asEnglish(texts['en']), ...spanishOf({ ...texts, of: sent }) }
  const was = { english: asEnglish(before['en']), ...spanishOf(before) }
  return now.text === null ? texts : { ...texts, of: { es: originalOf(now, was) } }
}

const asEnglish = (value: unknown): string => (typeof value === 'string' ? value : '')

const formerItem = (before: unknown, item: unknown, index: number): unknown => {
  if (!Array.isArray(before)) return null
  const list: readonly unknown[] = before
  return isContent(item) && 'key' in item
    ? list.find((other) => isContent(other) && other['key'] === item['key'])
    : list[index]
}

interface InBoth extends Written {
  readonly english: string
}

/** Returns the hash of the English text that another language’s was written for, after `was` became `now`. */
export const originalOf = (now: InBoth, was: InBoth): number => {
  // also what a version or a copy has that is restored
  if (now.of !== null && (now.of !== was.of || now.text === was.text)) return now.of
  const isKept = now.text === was.text && was.of === null
  return hashOf(isKept ? was.english : now.english)
}

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
