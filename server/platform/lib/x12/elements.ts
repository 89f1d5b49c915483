import anyAscii from 'any-ascii'
import { usualDelimiters, type Segment } from './syntax.ts'

/** Marks that fold into the plain letter before them, after decomposition. */
const accents = /\p{M}/gu

/** What X12’s extended character set doesn’t have, and the usual delimiters. */
const notSent = /[^A-Za-z0-9 !"&'()+,\-./;?=%@[\]_{}\\|<>#$]/g

/** What any-ascii writes otherwise: letters that stand in capitals, and marks that names use as apostrophes. */
const own: Readonly<Record<string, string>> = { Æ: 'AE', Œ: 'OE', Ĳ: 'IJ', Þ: 'TH' }

const plainOf = (character: string): string => {
  if (/['‘’‛ʻʼʽʾʿ`´′＇]/.test(character)) return "'"
  if (/\p{Pd}/u.test(character)) return '-'
  if (/[\p{Zs}\p{Cf}]/u.test(character)) return character === '\u200b' ? '' : ' '
  return own[character] ?? anyAscii(character)
}

/**
 * Returns a text with Latin letters in their plain form (`Səbirə Əliyeva` → `Sebire Eliyeva`), and plain apostrophes, dashes
 * and blanks. Letters of other scripts stay.
 */
const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Script=Latin}\p{P}\p{Zs}\p{Cf}ʻʼʽʾʿ`´]/gu, plainOf)
    .normalize('NFD')
    .replace(accents, '')

/** Returns the letters of a text that an element can’t carry: those of other scripts, and what a broken file left. */
export const lostLetters = (text: string | null): string[] => [
  ...new Set(plainText(text ?? '').match(/[^\P{L}A-Za-z]|\uFFFD/gu)),
]

/** Returns a text as an element can carry it: in plain letters and without delimiters, at most `most` characters. */
export const elementText = (text: string | null, most = 80): string =>
  plainText(text ?? '')
    .replace(notSent, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()

/** Returns an address as the two elements of N3, split at a word; `rest` is what doesn’t fit. */
export const addressElements = (
  line1: string | null,
  line2: string | null,
): { readonly first: string; readonly second: string; readonly rest: string } => {
  const [first, left] = cutAtWord(elementText(line1, 500), 55)
  const [second, rest] = cutAtWord([left, elementText(line2, 500)].filter(Boolean).join(' '), 55)
  return { first, second, rest }
}

/** Returns the words of a text that fit into `most` characters, and the others. A longer word is cut. */
const cutAtWord = (text: string, most: number): [fitting: string, rest: string] => {
  const place = text.length <= most ? text.length : Math.max(text.lastIndexOf(' ', most), 0) || most
  return [text.slice(0, place).trim(), text.slice(place).trim()]
}

/**
 * Writes a segment as the standard prints it, such as DTP*291*D8*20260801. Values are cleaned; a list is written as
 * repetitions.
 */
export const segment = (
  parts: TemplateStringsArray,
  ...values: readonly (string | readonly string[] | null)[]
): Segment => {
  const texts = values.map((value) =>
    typeof value === 'string' || value === null
      ? elementText(value, 264)
      : value.map((one) => elementText(one)).join(usualDelimiters.repetition),
  )
  const [id = '', ...elements] = parts
    .map((part, index) => part + (texts[index] ?? ''))
    .join('')
    .split('*')
  return { id, elements }
}

/** Returns a day, YYYY-MM-DD, as D8. Empty if there is none. */
export const dayElement = (day: string | null): string => (day ?? '').replaceAll('-', '')

/** Returns the day (CCYYMMDD) and the time (HHMM) of an instant in UTC. */
export const momentElements = (at: Date): { readonly day: string; readonly time: string } => {
  const text = at.toISOString()
  return { day: dayElement(text.slice(0, 10)), time: text.slice(11, 16).replace(':', '') }
}
