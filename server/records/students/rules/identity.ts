import { foldText, withoutApostrophes } from '#contract/platform/fold-text.ts'

/** The part of a name that tells people apart; either can be missing. */
interface PersonName {
  readonly last_name: string | null
  readonly first_name: string | null
  readonly prior_last_name?: string | null
}

/** A name and a birth date, from a row or of a student. */
export interface PersonFacts extends PersonName {
  readonly dob: string | null
}

/** How a row’s name compares with a student’s: only one of the two names fits in `partly`. */
type NameComparison = 'same' | 'partly' | 'swapped' | 'other'

/** Returns the words of a name, as they’re compared: 'García-López' → garcia, lopez. */
const wordsOf = (name: string | null | undefined): string[] =>
  foldText(withoutApostrophes(name ?? ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** Returns whether two names can be one person’s: the same, or one has some words of the other. A missing one fits. */
const fits = (one: string | null | undefined, other: string | null | undefined): boolean => {
  const [first, second] = [wordsOf(one), wordsOf(other)]
  if (first.length === 0 || second.length === 0 || first.join('') === second.join('')) return true
  const [few, many] = first.length <= second.length ? [first, second] : [second, first]
  return few.every((word) => many.includes(word))
}

/** Compares the name of a row with that of the student with its ID. */
export const compareNames = (row: PersonName, person: PersonName): NameComparison => {
  const isFirst = fits(row.first_name, person.first_name)
  const isLast = lastNames(row).some((name) => lastNames(person).some((other) => fits(name, other)))
  if (isFirst && isLast) return 'same'
  if (fits(row.first_name, person.last_name) && fits(row.last_name, person.first_name)) return 'swapped'
  return isFirst || isLast ? 'partly' : 'other'
}

/** The present last name, and the former one if there is one. */
const lastNames = ({ last_name, prior_last_name }: PersonName): (string | null)[] =>
  prior_last_name == null ? [last_name] : [last_name, prior_last_name]

/** Compares the birth date of a row with the student’s; `none` if the row has none. */
export const compareBirthDates = (dob: string | null, person: PersonFacts): 'same' | 'other' | 'none' =>
  dob === null ? 'none' : dob === person.dob ? 'same' : 'other'

/** Returns whether a row is about someone else than the student with its ID: its name and its birth date are others. */
export const isOtherPerson = (row: PersonFacts, person: PersonFacts): boolean =>
  compareBirthDates(row.dob, person) === 'other' && compareNames(row, person) !== 'same'

/** Returns whether nothing in a row contradicts that it’s this student. */
export const isLikelyPerson = (row: PersonFacts, person: PersonFacts): boolean =>
  compareNames(row, person) === 'same' && compareBirthDates(row.dob, person) !== 'other'

const keyOf = (name: string | null): string => wordsOf(name).join('')

/** Returns a name and a birth date as one text; only another spelling of the same person has the same. Null without a date. */
export const personKey = ({ last_name, first_name, dob }: PersonFacts): string | null =>
  dob === null ? null : `${dob} ${keyOf(last_name)}, ${keyOf(first_name)}`

/** Returns the keys under which a student is the same person: by the last name, the former one, and in the other order. */
export const personKeys = ({ last_name, first_name, prior_last_name, dob }: PersonFacts): string[] => {
  const [last, first, prior] = [keyOf(last_name), keyOf(first_name), keyOf(prior_last_name ?? null)]
  const names = [`${last}, ${first}`, `${first}, ${last}`, ...(prior === '' ? [] : [`${prior}, ${first}`])]
  return [...new Set(names)].map((name) => `${dob ?? ''} ${name}`)
}

/** Returns whether someone has the same name, in either order, and the same birth date as a student. */
export const isSamePerson = (one: PersonFacts, student: PersonFacts): boolean =>
  personKeys(student).some((key) => key === personKey(one))

/** Returns the names as the database’s `shipmate_person_key` does: the same for every spelling and order of them. */
export const nameKey = ({ last_name, first_name }: PersonName): string =>
  [last_name, first_name]
    .map((name) => keyOf(name).replaceAll(/[^a-z0-9]+/g, ''))
    .sort()
    .join(' ')

/** Returns the birth dates that one wrong digit, or day and month in the other order, make of a birth date. */
export const nearBirthDates = (dob: string): string[] => {
  const digits = [...dob].flatMap((digit, place) =>
    digit === '-'
      ? []
      : Array.from({ length: 10 }, (_, other) => `${dob.slice(0, place)}${other}${dob.slice(place + 1)}`),
  )
  const [year = '', month = '', day = ''] = dob.split('-')
  const near = new Set([...digits, `${year}-${day}-${month}`].filter(isDay))
  near.delete(dob)
  return [...near]
}

/** The database has no birth dates before 1900. */
const isDay = (text: string): boolean => {
  if (text < '1900-01-01') return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
