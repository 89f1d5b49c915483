import type { Variation } from '#contract/review/verifications/choices.ts'
import type { InquiredPerson, Inquiry } from '#server/platform/lib/x12/inquiry.ts'
import { elementText, lostLetters } from '#server/platform/lib/x12/elements.ts'
import type { AskedStudent } from './answered-patient.ts'
import { missingAtOffice } from './effects.ts'

/** What is known about the coverage that a student waives with. */
export interface CheckFacts {
  readonly student: AskedStudent & { readonly formerLastName: string | null }
  /** Whether the plan is the student’s own; null if the form didn’t say. */
  readonly isOwnPlan: boolean | null
  readonly subscriber: {
    readonly firstName: string | null
    readonly lastName: string | null
    readonly birthDate: string | null
  }
  readonly memberId: string | null
  /** Null if the student chose no known company. */
  readonly company: {
    readonly name: string
    readonly isElectronic: boolean
    /** For the coverage type, the usual one first. */
    readonly payerIds: readonly string[]
  } | null
}

/** What one attempt asks, without what is the same in all. */
type AskedPeople = Pick<Inquiry, 'payer' | 'subscriber' | 'dependent'>
export interface Rung extends AskedPeople {
  readonly variation: Variation
}

/** Why no inquiry can be sent: a detail is missing, or the payer answers none. */
interface Obstacle {
  readonly status: 'missing_request_information' | 'unable_to_send_request'
  readonly reason_code: string
  readonly message: string
  readonly next_step: string
}

const missing = (reason_code: string, message: string, next_step: string): Obstacle => ({
  status: 'missing_request_information',
  reason_code,
  message,
  next_step,
})

/** Returns what keeps an inquiry from being sent, the first that staff should solve; null if it can be sent. */
export const obstacleOf = (facts: CheckFacts): Obstacle | null => obstaclesOf(facts)[0] ?? null

/** Returns everything that keeps an inquiry from being sent, the first that staff should solve first. */
export const obstaclesOf = ({
  student,
  isOwnPlan,
  subscriber,
  memberId,
  company,
}: CheckFacts): Obstacle[] => [
  ...obstaclesInCompany(company),
  ...obstaclesInNames(student, subscriber),
  ...(elementText(memberId) === ''
    ? [missing('member_id', 'The member ID is missing.', 'Ask the student for the member ID on the card.')]
    : []),
  ...(student.birthDate === null
    ? [
        missing(
          'student_birth_date',
          'The student’s birth date is missing.',
          'Add the birth date to the record.',
        ),
      ]
    : []),
  ...(isOwnPlan === false ? obstaclesInSubscriber(subscriber) : []),
]

/** A name is never sent shortened: the payer would look for someone else. */
const obstaclesInNames = (
  student: CheckFacts['student'],
  subscriber: CheckFacts['subscriber'],
): Obstacle[] => {
  const names = [student.firstName, student.lastName, subscriber.firstName, subscriber.lastName]
  const lost = names.flatMap(lostLetters)
  return lost.length === 0
    ? []
    : [
        missing(
          'name_not_sendable',
          `Eligibility checks can’t include these characters in a name: ${[...new Set(lost)].join(' ')}`,
          'Enter the name as on the insurance card.',
        ),
      ]
}

const obstaclesInCompany = (company: CheckFacts['company']): Obstacle[] => {
  if (!company)
    return [
      missing('company', 'No insurance company is selected.', 'Choose the insurance company in the record.'),
    ]
  if (!company.isElectronic)
    return [
      {
        status: 'unable_to_send_request',
        reason_code: 'not_electronic',
        message: `${company.name} doesn’t support electronic eligibility checks.`,
        next_step: 'Verify by document or phone.',
      },
    ]
  return company.payerIds.length === 0
    ? [
        missing(
          missingAtOffice,
          `${company.name} has no payer ID.`,
          'Add the payer ID to the insurance company.',
        ),
      ]
    : []
}

const obstaclesInSubscriber = ({ lastName, birthDate }: CheckFacts['subscriber']): Obstacle[] => [
  ...(elementText(lastName) === ''
    ? [missing('subscriber_name', 'The subscriber’s name is missing.', 'Ask for the subscriber’s full name.')]
    : []),
  ...(birthDate === null
    ? [
        missing(
          'subscriber_birth_date',
          'The subscriber’s birth date is missing.',
          'Ask for the subscriber’s birth date.',
        ),
      ]
    : []),
]

/** Suffixes of dependents, such as 01 or -02. */
const suffix = /[\s-]?0\d$/
/** Letters in front of the number, such as those of a Blue Cross plan. */
const prefix = /^[A-Z]{2,4}(?=\d)/i

const changedId = ({ subscriber, ...asked }: AskedPeople, pattern: RegExp): AskedPeople[] => {
  const memberId = subscriber.memberId.replace(pattern, '')
  return memberId === subscriber.memberId || memberId.length < 5
    ? []
    : [{ ...asked, subscriber: { ...subscriber, memberId } }]
}

/** Changes the patient: the dependent if there is one, else the subscriber. */
const changedPatient = (asked: AskedPeople, change: Partial<InquiredPerson>): AskedPeople =>
  asked.dependent
    ? { ...asked, dependent: { ...asked.dependent, ...change } }
    : { ...asked, subscriber: { ...asked.subscriber, ...change } }

/** The same question with student and subscriber in each other’s places, as far as both are known. */
const swapped = (facts: CheckFacts, asked: AskedPeople): { variation: Variation; asked: AskedPeople }[] => {
  const { memberId } = asked.subscriber
  const student = studentOf(facts)
  if (asked.dependent)
    return [
      {
        variation: 'as_subscriber',
        asked: { ...asked, subscriber: { ...student, memberId }, dependent: null },
      },
    ]
  const { firstName, lastName, birthDate } = facts.subscriber
  if (
    firstName === null ||
    lastName === null ||
    lastName + firstName === student.lastName + (student.firstName ?? '')
  )
    return []
  const subscriber = { firstName, lastName, birthDate, memberId }
  return [{ variation: 'as_dependent', asked: { ...asked, subscriber, dependent: student } }]
}

const studentOf = ({ student: { firstName, lastName, birthDate } }: CheckFacts): InquiredPerson => ({
  firstName,
  lastName,
  birthDate,
})

/** Returns a member ID as payers know it: without the blanks that the card prints, and without “ID:” in front. */
const sentMemberId = (memberId: string | null): string =>
  (memberId ?? '').replace(/^\s*(?:member\s+)?id\s*[:#]\s*/i, '').replaceAll(/[\s\p{Cf}]+/gu, '')

const asEntered = (facts: CheckFacts): AskedPeople => {
  const { subscriber, memberId, company } = facts
  const payer = { name: company?.name ?? '', id: company?.payerIds[0] ?? '' }
  const student = studentOf(facts)
  const id = sentMemberId(memberId)
  return facts.isOwnPlan === false
    ? {
        payer,
        subscriber: { ...subscriber, lastName: subscriber.lastName ?? '', memberId: id },
        dependent: student,
      }
    : { payer, subscriber: { ...student, memberId: id }, dependent: null }
}

/**
 * Returns the attempts of a check in order (docs/domain.md, “Eligibility checks”): as entered, then one difference at a
 * time. A later one is only made while the payer hasn’t found the student. Attempts that would ask the same are left
 * out.
 */
export const ladderOf = (facts: CheckFacts): Rung[] => {
  const entered = asEntered(facts)
  const { formerLastName } = facts.student
  const rungs: Rung[] = [
    { variation: 'as_entered', ...entered },
    ...swapped(facts, entered).map(({ variation, asked }): Rung => ({ variation, ...asked })),
    ...changedId(entered, suffix).map((asked): Rung => ({ variation: 'without_suffix', ...asked })),
    ...changedId(entered, prefix).map((asked): Rung => ({ variation: 'without_prefix', ...asked })),
    { variation: 'without_first_name', ...changedPatient(entered, { firstName: null }) },
    ...(formerLastName === null
      ? []
      : [{ variation: 'former_name' as const, ...changedPatient(entered, { lastName: formerLastName }) }]),
    ...(facts.company?.payerIds.slice(1) ?? []).map((id): Rung => ({
      variation: 'sibling_payer',
      ...entered,
      payer: { ...entered.payer, id },
    })),
  ]
  const asked = new Set<string>()
  return rungs.filter(({ variation: _how, ...people }) => {
    const text = JSON.stringify(people)
    const isNew = !asked.has(text)
    asked.add(text)
    return isNew
  })
}
