import { elementText } from '../../lib/x12/elements.ts'
import type { InquiredPerson } from '../../lib/x12/inquiry.ts'
import type { AnsweredPerson } from '../../lib/x12/response.ts'

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
