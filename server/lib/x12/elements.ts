import { usualDelimiters, type Segment } from './syntax.ts'

/** Marks that fold into the plain letter before them, after decomposition. */
const accents = /\p{M}/gu

/** What X12’s extended character set doesn’t have, and the usual delimiters. */
const notSent = /[^A-Za-z0-9 !"&'()+,\-./;?=%@[\]_{}\\|<>#$]/g

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  '’': "'",
}

/** Returns a text as an element can carry it: without accents and delimiters, at most `most` characters. */
export const elementText = (text: string | null, most = 80): string =>
  (text ?? '')
    .replace(/[ßÆæŒœØøŁłĐđ’]/g, (letter) => letters[letter] ?? '')
    .normalize('NFD')
    .replace(accents, '')
    .replace(notSent, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, most)
    .trim()

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
