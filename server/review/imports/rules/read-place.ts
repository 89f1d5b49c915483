import { createRequire } from 'node:module'
import iso from 'i18n-iso-countries'
import { countries } from '#contract/platform/countries.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import { hasExtension } from '#contract/platform/read-phone.ts'
import { states, type Place } from '#contract/platform/places.ts'
import { readPhoneIn } from '#server/platform/lib/phones.ts'
import { choices, orRejection, rejection, type Reader, type Reading } from './reading.ts'

const namesOf = (places: readonly Place[]) =>
  places.flatMap(
    ({ value, label }) =>
      [
        [value, value],
        [label, value],
      ] as const,
  )

/** Names that neither ISO 3166 nor the languages have: short and former ones. */
const otherCountryNames = new Map([
  ['u.s.', 'US'],
  ['u.s.a.', 'US'],
  ['america', 'US'],
  ['england', 'GB'],
  ['scotland', 'GB'],
  ['wales', 'GB'],
  ['great britain', 'GB'],
  ['uk', 'GB'],
  ['korea', 'KR'],
  ['hong kong', 'HK'],
  ['macau', 'MO'],
  ['taiwan', 'TW'],
  ['turkey', 'TR'],
  ['turkiye', 'TR'],
  ['czech republic', 'CZ'],
  ["cote d'ivoire", 'CI'],
  ['ivory coast', 'CI'],
  ['china (prc)', 'CN'],
  ['prc', 'CN'],
  ['swaziland', 'SZ'],
  ['burma', 'MM'],
  ['macedonia', 'MK'],
  ['cape verde', 'CV'],
  ['palestine', 'PS'],
])

/** The languages whose own names of countries are read, such as México and Deutschland. */
const languages = 'en es fr de pt it nl pl tr vi zh ja ko ar fa hi ru uk sv da nb fi el he cs hu ro id th sw'

const english: unknown = createRequire(import.meta.url)('i18n-iso-countries/langs/en.json')
// the package's own file of English names
iso.registerLocale(english as iso.LocaleData)

const known: ReadonlySet<string> = new Set(countries.map(({ value }) => value))

/** Returns the names of countries in all languages, folded. Made when the first name in another language is read. */
const namesInLanguages = (): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const language of languages.split(' ')) {
    const display = new Intl.DisplayNames(language, { type: 'region' })
    for (const code of known) {
      const name = foldText(display.of(code) ?? '')
      if (!names.has(name)) names.set(name, code)
    }
  }
  return names
}
let foreign: ReadonlyMap<string, string> | undefined

const codeOf = (cell: string): string | undefined => {
  const upper = cell.toUpperCase()
  if (known.has(upper)) return upper
  const folded = foldText(cell)
  return (
    iso.alpha3ToAlpha2(upper) ??
    otherCountryNames.get(folded) ??
    iso.getSimpleAlpha2Code(cell, 'en') ??
    (foreign ??= namesInLanguages()).get(folded)
  )
}

/** Reads a country from its 2-letter or 3-letter code, or from its name in English or in a language of its own. */
export const readCountry: Reader = (cell) => {
  const code = codeOf(cell)
  return orRejection(code !== undefined && known.has(code) ? code : null, 'Enter a country name or code.')
}

const stateNames = choices(
  [
    ...namesOf(states),
    ['Washington DC', 'DC'],
    ['D.C.', 'DC'],
    ['Virgin Islands', 'VI'],
    ['US Virgin Islands', 'VI'],
  ],
  'Enter a state name or 2-letter code.',
)

/** Reads a U.S. state as its 2-letter code; other countries allow free text. */
export const readState = (cell: string, country: string | null): Reading =>
  (country ?? 'US') === 'US' ? stateNames(cell, '') : { value: cell }

/** Reads a U.S. ZIP or ZIP+4; other countries’ postal codes are free text. */
export const readZip = (cell: string, country: string | null): Reading => {
  if ((country ?? 'US') !== 'US') return { value: cell }
  const parts = /^(\d{5})(?:[- ]?(\d{4}))?$/.exec(cell)
  if (!parts) return rejection('Enter a ZIP code as 12345 or 12345-6789.')
  return { value: parts[2] === undefined ? cell : `${parts[1]}-${parts[2]}` }
}

/** Reads a phone number of someone in a country. */
export const readPhoneCell = (cell: string, country: string | null): Reading =>
  hasExtension(cell)
    ? rejection('Enter the phone number without its extension.')
    : orRejection(
        readPhoneIn(cell, country),
        'Enter a 10-digit phone number, or a number that starts with + and the country code.',
      )
