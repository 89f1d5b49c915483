/**
 * What the room decides on plain values: how a login name is spelled, which passwords are good enough
 * (specification section 6, security checklist 1 and 2), how long proofs last.
 */

import type { Strength } from '../lib/password-strength.ts'

/** Seconds for which a confirmed password is good (decisions section 5). */
export const confirmationSeconds = 3 * 3600
/** Seconds for which a login may wait for its second factor. */
export const pendingSeconds = 600
/** Wrong answers of any factor after which a pending login is over. */
export const pendingFailures = 5
/** Seconds for which a link is good. */
export const linkSeconds = { reset: 3600, invite: 7 * 86_400 } as const
export type LinkPurpose = keyof typeof linkSeconds

/** One spelling of an email address: whatever its case, width or surrounding space, it hits the same counters. */
export const loginName = (email: string): string =>
  email.normalize('NFKC').trim().toLowerCase().normalize('NFKC')

/** 1, true, on, yes, as text or not, are true; anything else is false. */
export const isLenientlyTrue = (value: unknown): boolean =>
  ['1', 'true', 'on', 'yes'].includes(String(value).toLowerCase())

/** Seconds between an instant and now, or null where there was none. */
export const secondsSince = (instant: string | null, now: Date): number | null =>
  instant === null ? null : (now.getTime() - Date.parse(instant)) / 1000

/** The shortest password allowed. */
export const minimumLength = (hasTwoFactor: boolean): number => (hasTwoFactor ? 8 : 15)

/** Lower case, letters and digits alone: 'O’Neil-Smith' → 'oneilsmith'. */
const squeeze = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Words of school names that say nothing of the school. */
const genericWords = new Set(
  'university college school institute academy health sciences science medicine medical state center'.split(
    ' ',
  ),
)
/** Shorter words are parts of too many others. */
const shortestWord = 4

/** What a password of somebody must not contain: the product, their names, their address, their schools. */
export const contextWords = (person: {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly schools: readonly string[]
}): string[] => {
  const local = person.email.split('@')[0] ?? ''
  const phrases = ['shipmate', person.first_name, person.last_name, local, ...person.schools]
  const pieces = [local, ...person.schools].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))
  const words = [...phrases, ...pieces].map(squeeze)
  return [...new Set(words)].filter((word) => word.length >= shortestWord && !genericWords.has(word))
}

/** What a new password is measured against. */
export interface PasswordMeasure {
  readonly hasTwoFactor: boolean
  readonly words: readonly string[]
}

/**
 * What is wrong with a new password, in words for its field; null when it may be good, which its strength decides. No
 * rule asks for kinds of characters.
 */
export const passwordFault = (password: string, measure: PasswordMeasure): string | null => {
  const text = password.normalize('NFKC')
  const minimum = minimumLength(measure.hasTwoFactor)
  if ([...text].length < minimum) return `The :attribute field must be at least ${minimum} characters.`
  const squeezed = squeeze(text)
  if (measure.words.some((word) => squeezed.includes(word)))
    return 'The :attribute must not contain your name, your email address, your school or the name of this product.'
  return null
}

/**
 * The least strength of a password, from 0 to 4: 3 withstands who has stolen its hash for a while, 2 who tries at the
 * login. Eight characters, allowed beside a second factor, are never judged stronger than 2.
 */
const leastScore = (hasTwoFactor: boolean): number => (hasTwoFactor ? 2 : 3)

/** What is wrong with a new password that is guessed too soon, and what would help; null when it is good. */
export const strengthFault = ({ score, help }: Strength, hasTwoFactor: boolean): string | null =>
  score >= leastScore(hasTwoFactor) ? null : `The :attribute is too easy to guess. ${help}`
