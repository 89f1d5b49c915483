import type { FormType } from './choices.ts'

/**
 * The characters of a confirmation number. None looks like another (no 0, 1, I, L, O, S and U). They
 * are 29, a prime, so that the check character finds every wrong character and every pair in the wrong order.
 */
const characters = '23456789ABCDEFGHJKMNPQRTVWXYZ'

/** The number of characters to choose from. */
export const characterCount = characters.length
/** The characters of a number that are chosen at random. The eighth is the check character. */
export const randomCharacters = 7

const prefixes: Record<FormType, string> = { enroll: 'E', waiver: 'W' }

const checkCharacter = (text: string): string => {
  const sum = [...text].reduce((total, one, index) => total + (index + 2) * characters.indexOf(one), 0)
  return characters.charAt(sum % characterCount)
}

/**
 * Returns the confirmation number of a form: `W-7K2M-94QX`.
 * @param picks 7 whole numbers from 0 to 28, chosen at random
 */
export const confirmationNumberOf = (formType: FormType, picks: readonly number[]): string =>
  numberWith(prefixes[formType], picks)

/**
 * Returns a number that students can read out, with a prefix of one letter and a check character: `M-7K2M-94QX`.
 * @param picks 7 whole numbers from 0 to 28, chosen at random
 */
export const numberWith = (prefix: string, picks: readonly number[]): string => {
  const chosen = picks.map((pick) => characters.charAt(pick)).join('')
  const all = chosen + checkCharacter(prefix + chosen)
  return `${prefix}-${all.slice(0, 4)}-${all.slice(4)}`
}

/** Returns a typed confirmation number in its one spelling; null if a character is wrong or missing. */
export const toConfirmationNumber = (typed: string): string | null => {
  const bare = typed.toUpperCase().replaceAll(/[\s\-–—]/g, '')
  const isWhole = /^[EW]/.test(bare) && bare.length === randomCharacters + 2
  if (!isWhole || [...bare].some((one) => !characters.includes(one))) return null
  if (checkCharacter(bare.slice(0, -1)) !== bare.at(-1)) return null
  return `${bare.charAt(0)}-${bare.slice(1, 5)}-${bare.slice(5)}`
}
