import { countries } from '#contract/countries.ts'
import { states, type Place } from '#contract/places.ts'
import { choices, rejection, type Reader, type Reading } from './reading.ts'

const namesOf = (places: readonly Place[]) =>
  places.flatMap(
    ({ value, label }) =>
      [
        [value, value],
        [label, value],
      ] as const,
  )

const otherCountryNames = [
  ['USA', 'US'],
  ['U.S.', 'US'],
  ['U.S.A.', 'US'],
  ['United States of America', 'US'],
  ['UK', 'GB'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['Korea', 'KR'],
  ['Hong Kong', 'HK'],
  ['Taiwan', 'TW'],
  ['Vietnam', 'VN'],
  ['Viet Nam', 'VN'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ["Cote d'Ivoire", 'CI'],
] as const

/** Reads a country from its 2-letter code or its name. */
export const readCountry: Reader = choices(
  [...namesOf(countries), ...otherCountryNames],
  'Enter a country name or code.',
)

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
