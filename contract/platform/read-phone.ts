/** A phone number as libphonenumber reads it. */
interface PhoneReading {
  /** E.164: ‘+442079460018’. */
  readonly number: string
  /** Whether it fits the numbering plan of its country. */
  readonly isValid: boolean
  readonly isMobile: boolean
}

/** Reads a number with a country code, or else of a country (2 letters); null if it isn’t a number. */
export type PhoneLibrary = (text: string, country: string) => PhoneReading | null

/** Numbers of +1 by their shape: its area codes grow every year, and a list of them refuses the new ones. */
const northAmerican = /^\+1[2-9]\d{2}[2-9]\d{6}$/

/** Placeholders such as 222-222-2222. */
const oneDigit = /^\+1(\d)\1{9}$/

const isReal = ({ number, isValid }: PhoneReading): boolean =>
  number.startsWith('+1') ? northAmerican.test(number) && !oneDigit.test(number) : isValid

/** Shapes in which U.S. numbers are written, and few others: (503) 555-0100. */
const usShape = /^(1[-. ]?)?(\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}$/

/**
 * Returns the E.164 form of a number that someone in `country` typed; null if it isn’t a phone number. Without a country code
 * it belongs to that country, or else to the U.S. Ten digits that fit both are a mobile number of that country, or else a
 * U.S. number.
 */
export const readPhone = (library: PhoneLibrary, text: string, country: string | null): string | null => {
  const tidy = tidyPhone(text)
  if (!isNumberAlone(tidy)) return null
  const readIn = (typed: string, place: string): PhoneReading | null => {
    const reading = library(typed, place)
    return reading && isReal(reading) ? reading : null
  }
  const [own, us] = [readIn(tidy, country ?? 'US'), readIn(tidy, 'US')]
  const isUs = own === null || usShape.test(tidy) || !own.isMobile
  const read = (isUs ? us : null) ?? own ?? readIn(tidy.replace(/^(00|011)\s*/, '+'), 'US')
  return read?.number ?? null
}

/** Marks that can’t be seen: direction marks, joiners, and the mark at the start of a file. */
const unseen = /\p{Cf}/gu

/** Digits of Arabic and Persian keyboards. */
const easternDigits = /[\u0660-\u0669\u06F0-\u06F9]/g

/** Returns a number with plain digits, dashes and blanks; what a link or a worksheet added is removed. */
const tidyPhone = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(unseen, '')
    .replaceAll(easternDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll(/[\p{Pd}\u2212\u00B7\u2022]/gu, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(\+?\d{10,15})\.0$/, '$1')

const isNumberAlone = (tidy: string): boolean => /^\+?[\d ().\-/]+$/.test(tidy)

/** Returns whether a text has a number and an extension, which no field has room for. */
export const hasExtension = (text: string): boolean => /\d\W*(x|ext|extension|#)\W*\d{1,6}\W?$/i.test(text)
