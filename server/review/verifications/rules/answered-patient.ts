import type { InquiredPerson } from '#server/platform/lib/x12/inquiry.ts'
import { elementText } from '#server/platform/lib/x12/elements.ts'
import type { AnsweredPerson, Response } from '#server/platform/lib/x12/response.ts'

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
const isSamePerson = (asked: InquiredPerson, found: AnsweredPerson): boolean => {
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

/** Returns whether all but the first name say that it’s the student. Twins have another birth date or member ID. */
const onlyFirstNameDiffers = (
  asked: InquiredPerson,
  memberId: string | null,
  found: AnsweredPerson,
  foundId: string,
): boolean =>
  found.firstName !== '' &&
  folded(asked.lastName) !== '' &&
  folded(asked.lastName) === folded(found.lastName) &&
  asked.birthDate !== null &&
  asked.birthDate === found.birthDate &&
  plain(memberId) !== '' &&
  plain(memberId) === plain(foundId)

/** Who the person of an answer is to the student who was asked about. */
type Identity = 'student' | 'other_first_name' | 'someone_else'

/** The student of an inquiry, and the other first names of theirs that staff have accepted. */
export interface AskedStudent extends InquiredPerson {
  readonly acceptedFirstNames?: readonly string[]
}

/**
 * Returns who the patient of an answer is. If only the first name differs (last name, birth date and member ID agree), it
 * can be the legal first name: the student if staff have accepted it, else a question. If several people of the answer fit
 * so, it’s someone else.
 */
export const identify = (
  asked: AskedStudent,
  memberId: string | null,
  patient: AnsweredPerson,
  { subscriber, dependents }: Response,
): Identity => {
  if (isSamePerson(asked, patient)) return 'student'
  const people = [...dependents, ...(subscriber ? [subscriber] : [])]
  const fitting = people.filter((one) =>
    onlyFirstNameDiffers(asked, memberId, one, one.memberId || (subscriber?.memberId ?? '')),
  )
  if (fitting.length !== 1 || fitting[0] !== patient) return 'someone_else'
  const isAccepted = asked.acceptedFirstNames?.some((name) => folded(name) === folded(patient.firstName))
  return isAccepted ? 'student' : 'other_first_name'
}

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
