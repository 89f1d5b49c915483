/** The module’s rules on plain values: spelling of email addresses, password rules, lifetimes of credentials. */

import { sizeTexts } from '#contract/platform/problem.ts'
import type { Strength } from '#server/platform/lib/password-strength.ts'

/** Seconds for which a sign-in can wait for its second factor. */
export const pendingSeconds = 600
/** Wrong codes of any kind that end a pending sign-in. */
export const pendingFailures = 5
/** Seconds for which a passkey’s challenge is valid. */
export const passkeySeconds = 600
/** Passkeys that one user can have. */
export const mostPasskeys = 20
/** Returns the earliest moment of a challenge that’s still valid. */
export const passkeySince = (now: Date): string =>
  new Date(now.getTime() - passkeySeconds * 1000).toISOString()
/** Seconds for which a link is valid. */
export const linkSeconds = {
  reset: 3600,
  invite: 7 * 86_400,
  email: 86_400,
  first_admin: 7 * 86_400,
} as const
export type LinkPurpose = keyof typeof linkSeconds

/** Reads a checkbox: 1, true, on and yes, as text or not, are true; anything else is false. */
export const isLenientlyTrue = (value: unknown): boolean =>
  ['1', 'true', 'on', 'yes'].includes(String(value).toLowerCase())

/** Returns the shortest password allowed. */
const minimumLength = (hasTwoFactor: boolean): number => (hasTwoFactor ? 8 : 15)

/** Returns only letters and digits in lower case: 'O’Neil-Smith' → 'oneilsmith'. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Words in school names that don’t identify a school. */
const genericWords = new Set(
  'university college school institute academy health sciences science medicine medical state center'.split(
    ' ',
  ),
)
/** Shorter words are part of too many other words. */
const shortestWord = 4

/** Returns the words a user’s password must not contain: the product, their names, address and schools. */
export const contextWords = (person: {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly schools: readonly string[]
}): string[] => {
  const local = person.email.split('@')[0] ?? ''
  const phrases = ['shipmate', person.first_name, person.last_name, local, ...person.schools]
  const pieces = [local, ...person.schools].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const words = [...phrases, ...pieces].map(normalize)
  return [...new Set(words)].filter((word) => word.length >= shortestWord && !genericWords.has(word))
}

/** What a new password is checked against. */
interface PasswordMeasure {
  readonly hasTwoFactor: boolean
  readonly words: readonly string[]
}

/**
 * Returns the error of a new password; null if it’s acceptable, pending the strength check. There are no rules
 * about kinds of characters.
 */
export const passwordError = (password: string, measure: PasswordMeasure): string | null => {
  const text = password.normalize('NFKC')
  const minimum = minimumLength(measure.hasTwoFactor)
  if ([...text].length < minimum) return sizeTexts.short.replace(':n', String(minimum))
  const squeezed = normalize(text)
  if (measure.words.some((word) => squeezed.includes(word)))
    return 'Choose a password that doesn’t include your name, email address, school or “Shipmate”.'
  return null
}

/**
 * Returns the lowest password strength accepted, from 0 to 4: 3 resists an attacker with the stolen hash for a
 * while, 2 one who tries at sign-in. 8 characters, allowed with a second factor, never score above 2.
 */
const minimumScore = (hasTwoFactor: boolean): number => (hasTwoFactor ? 2 : 3)

/** Returns the error of a new password that’s too easy to guess, with advice; null if it’s strong enough. */
export const strengthError = ({ score, help }: Strength, hasTwoFactor: boolean): string | null =>
  score >= minimumScore(hasTwoFactor) ? null : `This password is too easy to guess. ${help}`

/**
 * Returns an emergency code as it’s compared: without dashes and spaces, in capitals, and with letters that look like digits
 * as digits.
 */
export const normalizeCode = (code: string): string =>
  code
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
