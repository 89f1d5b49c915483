import type { InquiredPerson } from '../../lib/x12/inquiry.ts'
import { elementText } from '../../lib/x12/elements.ts'
import type { AnsweredPerson, Response } from '../../lib/x12/response.ts'

const folded = (name: string | null): string =>
  elementText(name)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')

/** Returns whether two names can be the same: equal, or one begins with the other (initials, cut names). */
const canBe = (one: string, other: string): boolean =>
  one === '' || other === '' || one.startsWith(other) || other.startsWith(one)

/**
 * Returns whether a payer answered about the student who was asked about. Payers leave details out, cut names, and know
 * former last names; another birth date, or neither name, is another person.
 */
export const isSamePerson = (asked: InquiredPerson, found: AnsweredPerson): boolean => {
  if (asked.birthDate !== null && found.birthDate !== null && asked.birthDate !== found.birthDate)
    return false
  const isFirst = canBe(folded(asked.firstName), folded(found.firstName))
  const isLast = canBe(folded(asked.lastName), folded(found.lastName))
  const hasBirthDate = asked.birthDate !== null && found.birthDate !== null
  return (
    (isFirst && isLast) || (hasBirthDate && isFirst && found.firstName !== '' && asked.firstName !== null)
  )
}

const plain = (memberId: string | null): string => (memberId ?? '').toUpperCase().replace(/[^A-Z0-9]/g, '')

/**
 * Returns whether all but the first name say that it’s the student: last name, birth date and member ID. Payers know the
 * legal first name. Twins have another birth date or member ID.
 */
export const onlyFirstNameDiffers = (
  asked: InquiredPerson,
  memberId: string | null,
  found: AnsweredPerson,
): boolean =>
  found.firstName !== '' &&
  folded(asked.lastName) !== '' &&
  folded(asked.lastName) === folded(found.lastName) &&
  asked.birthDate !== null &&
  asked.birthDate === found.birthDate &&
  plain(memberId) !== '' &&
  plain(memberId) === plain(found.memberId)

/** How well a person of an answer fits the student: names and birth date count one each. */
const fitOf = (asked: InquiredPerson, found: AnsweredPerson): number =>
  Number(asked.birthDate !== null && asked.birthDate === found.birthDate) +
  Number(folded(asked.firstName) !== '' && folded(asked.firstName) === folded(found.firstName)) +
  Number(folded(asked.lastName) !== '' && folded(asked.lastName) === folded(found.lastName))

/**
 * Returns the person of an answer who can be the student: among several dependents by name and birth date, else the only
 * dependent, or the subscriber without one. Null if the answer has no one.
 */
export const patientOf = (
  asked: InquiredPerson,
  { subscriber, dependents }: Response,
): AnsweredPerson | null => {
  if (dependents.length < 2) return dependents[0] ?? subscriber
  const people = [...dependents, ...(subscriber ? [subscriber] : [])]
  const same = people.filter((one) => isSamePerson(asked, one))
  const best = same.toSorted((one, other) => fitOf(asked, other) - fitOf(asked, one))[0]
  return best ?? dependents.toSorted((one, other) => fitOf(asked, other) - fitOf(asked, one))[0] ?? null
}
