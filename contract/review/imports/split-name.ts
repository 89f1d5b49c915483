/** The parts of a name. */
interface NameParts {
  readonly last_name: string
  readonly first_name: string
  /** A middle initial, if the name ends with one. */
  readonly middle_initial: string
}

const isSuffix = (text: string): boolean => /^(jr|sr|ii|iii|iv|v)\.?$/i.test(text)

/**
 * Splits a name written “Last, First M”; null if it’s written another way. Only a single letter at the end is a middle
 * initial: whether Mary Anne is one first name or two can’t be known. A suffix belongs to the last name.
 */
export const splitName = (text: string): NameParts | null => {
  const parts = text.split(',').map((part) => part.trim().replaceAll(/\s+/g, ' '))
  const suffix = parts.slice(1).find(isSuffix)
  const [last = '', given = '', ...others] = parts.filter((part, index) => index === 0 || isGivenName(part))
  const isWhole = parts.length > 1 || !last.includes(' ')
  if (last === '' || others.length > 0 || !isWhole) return null
  return { last_name: suffix === undefined ? last : `${last} ${suffix}`, ...splitGivenName(given) }
}

const isGivenName = (part: string): boolean => part !== '' && !isSuffix(part)

const splitGivenName = (given: string): Pick<NameParts, 'first_name' | 'middle_initial'> => {
  const [, first, initial] = /^(.+) (\p{L})\.?$/u.exec(given) ?? []
  return { first_name: first ?? given, middle_initial: initial ?? '' }
}
