import type { Coverage } from '#contract/coverage/choices.ts'
import type { EligibilityStatus } from '#contract/verifications/choices.ts'
import type { Payer, VerifiedAmounts, VerifiedPlan } from '#contract/verifications/shapes.ts'
import type { InquiredPerson } from '../../lib/x12/inquiry.ts'
import type { AnsweredPerson, Benefit, Rejection, Response } from '../../lib/x12/response.ts'
import { elementText } from '../../lib/x12/elements.ts'
import { planOf } from './plan-dates.ts'
import { rejectionReasons } from './rejections.ts'

/** The service type that a coverage type is asked by (X12 EQ01 and EB03). */
export const serviceTypes: Readonly<Record<Coverage, string>> = { medical: '30', dental: '35', vision: 'AL' }

/** What was asked, as far as the answer must fit it. */
export interface AskedQuestion {
  readonly coverage: Coverage
  /** The day of the check, YYYY-MM-DD. */
  readonly on: string
  readonly trace: string
  readonly student: InquiredPerson
  readonly payer: Payer
}

/** What an answer means for a waiver. */
export interface Reading {
  readonly status: EligibilityStatus
  readonly reason_code: string | null
  readonly message: string
  readonly next_step: string | null
  readonly payer: Payer | null
  readonly plan: VerifiedPlan | null
  readonly deductible: VerifiedAmounts | null
  readonly out_of_pocket_max: VerifiedAmounts | null
  readonly other_payers: readonly Payer[]
}

/** A status with its reason, before the plan is added. */
type Verdict = Pick<Reading, 'status' | 'reason_code' | 'message' | 'next_step'>

const verdict = (
  status: EligibilityStatus,
  reason_code: string | null,
  message: string,
  next_step: string | null = null,
): Verdict => ({ status, reason_code, message, next_step })

/** EB01: 1 to 5 are active (5 while the premium is overdue); later versions of the guide add 11. */
const activeCodes: readonly string[] = ['1', '2', '3', '4', '5', '11']
/** EB01: 6 to 8 are inactive; later versions of the guide add 9, 10 and 12. */
const inactiveCodes: readonly string[] = ['6', '7', '8', '9', '10', '12']

/** The order in which rejections count (domain section 5: the table’s precedence). */
const precedence = [
  'missing_request_information',
  'unable_to_send_request',
  'request_failed',
  'unknown',
] as const

const compareCard = 'Compare name, birth date and member ID with the insurance card.'

const rejected = (rejections: readonly Rejection[]): Verdict | null => {
  const known = rejections.flatMap(({ code }) => {
    const reason = rejectionReasons[code]
    return reason ? [{ code, ...reason }] : []
  })
  const first = precedence.flatMap((status) => known.filter((one) => one.status === status))[0]
  if (first) return verdict(first.status, first.code, first.message, first.next_step)
  const [other] = rejections
  return other
    ? verdict('unknown', other.code, `The payer rejected the inquiry (code ${other.code}).`, compareCard)
    : null
}

/** Returns whether an answer is about the student and to this question. */
const aboutAnother = (asked: AskedQuestion, patient: AnsweredPerson): Verdict | null => {
  if (patient.traces.length > 0 && !patient.traces.includes(asked.trace))
    return verdict('unknown', 'other_answer', 'The answer belongs to another inquiry.', 'Check again.')
  return isSamePerson(asked.student, patient)
    ? null
    : verdict('unknown', 'other_person', 'The payer answered about someone else.', compareCard)
}

/** Returns the payers besides the one asked that an answer names as paying for the patient. */
const otherPayersOf = ({ payer }: AskedQuestion, { benefits }: AnsweredPerson): Payer[] => {
  const named = benefits.flatMap(({ code, entities }) =>
    entities.filter(({ entity }) => code === 'R' || ['PR', 'PRP', 'SEP', 'TTP'].includes(entity)),
  )
  const others = named.filter(({ id, name }) => (id === '' ? name !== payer.name : id !== payer.id))
  return [...new Map(others.map(({ name, id }) => [id || name, { name, id }])).values()]
}

/** Judges the coverage that the payer reported for the coverage type. */
const covered = (asked: AskedQuestion, response: Response, patient: AnsweredPerson): Verdict => {
  const about = patient.benefits.filter(({ serviceTypes: all }) => all.includes(serviceTypes[asked.coverage]))
  const active = about.filter(({ code }) => activeCodes.includes(code))
  const current = active.filter((one) => planOf(patient, one).isInForce(asked.on))
  const others = otherPayersOf(asked, patient)
  const hasOther = others.length > 0 || patient.benefits.some(({ code }) => code === 'R')
  if (current.length === 0 && hasOther)
    return verdict(
      'other_plan_detected',
      'other_payer',
      `The payer names another plan${others[0] ? `: ${others[0].name}` : ''}.`,
      'Check with that payer, or ask the student for that plan’s card.',
    )
  if (current.length > 0) return activeNow(response, current)
  const ended = active
    .map((one) => planOf(patient, one))
    .find(({ plan }) => plan.ends_on !== null && plan.ends_on < asked.on)
  if (ended)
    return verdict('inactive', 'ended', 'The plan has ended.', 'Ask the student for their present plan.')
  const later = active
    .map((one) => planOf(patient, one))
    .find(({ plan }) => plan.begins_on !== null && plan.begins_on > asked.on)
  if (later)
    return verdict('unknown', 'not_yet', 'The plan begins later.', 'Check again when the plan has begun.')
  if (about.some(({ code }) => inactiveCodes.includes(code)))
    return verdict(
      'inactive',
      'inactive',
      'The plan isn’t active.',
      'Ask the student for their present plan.',
    )
  return verdict('unknown', 'no_answer', 'The payer didn’t say whether the plan is active.', compareCard)
}

const activeNow = ({ unreadable }: Response, current: readonly Benefit[]): Verdict => {
  if (unreadable.length > 0)
    return verdict(
      'unknown',
      'unreadable',
      'A date in the answer can’t be read.',
      'Read the payer’s answer, or call the payer.',
    )
  return current.every(({ code }) => code === '5')
    ? verdict(
        'active',
        'grace_period',
        'The plan is active, but a premium may be unpaid.',
        'Check again in a month.',
      )
    : verdict('active', null, 'The plan is active.')
}

/** Which of several responses counts: the one that says most about the student’s coverage. */
const telling: readonly EligibilityStatus[] = ['active', 'other_plan_detected', 'inactive', ...precedence]

/**
 * Reads what a payer’s answer means for one coverage type on a day (domain section 5, from the top of its table). An
 * answer about someone else, or that can’t be read in full, is never active; not found is never inactive. Of several
 * responses, one counts: what they say isn’t mixed.
 */
export const readAnswers = (asked: AskedQuestion, responses: readonly Response[]): Reading => {
  const [first, ...others] = responses.map((response) => readAnswer(asked, response))
  if (!first) throw new Error('A payer’s answer has a response.')
  const rank = ({ status }: Reading): number => telling.indexOf(status)
  return others.reduce((best, one) => (rank(one) < rank(best) ? one : best), first)
}

const readAnswer = (asked: AskedQuestion, response: Response): Reading => {
  const patient = response.dependent ?? response.subscriber
  const base = {
    payer: response.payer.name === '' ? asked.payer : response.payer,
    plan: null,
    deductible: null,
    out_of_pocket_max: null,
    other_payers: [],
  }
  const refusal = rejected(response.rejections)
  if (refusal) return { ...base, ...refusal }
  if (!patient)
    return {
      ...base,
      ...verdict('unknown', 'no_answer', 'The payer didn’t answer about the student.', compareCard),
    }
  const mistaken = aboutAnother(asked, patient)
  if (mistaken) return { ...base, ...mistaken }
  const code = serviceTypes[asked.coverage]
  const about = patient.benefits.find(
    (one) => one.serviceTypes.includes(code) && [...activeCodes, ...inactiveCodes].includes(one.code),
  )
  return {
    ...base,
    ...covered(asked, response, patient),
    plan: about ? planOf(patient, about).plan : null,
    deductible: amountsOf(patient, 'C', code),
    out_of_pocket_max: amountsOf(patient, 'G', code),
    other_payers: otherPayersOf(asked, patient),
  }
}

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

/** EB06: what is left of the amount. */
const remaining = '29'

/** Health benefit plan coverage, which amounts for the whole plan are given for. */
const wholePlan = '30'

const dollars = (found: Benefit | undefined): string | null => found?.amount?.toFixed(2) ?? null

/** Returns an amount of the plan in network: C deductible, G out-of-pocket maximum. Null if the payer gave none. */
const amountsOf = (
  { benefits }: AnsweredPerson,
  code: 'C' | 'G',
  serviceType: string,
): VerifiedAmounts | null => {
  const about = benefits.filter(
    (one) =>
      one.code === code &&
      one.amount !== null &&
      one.network !== 'N' &&
      one.serviceTypes.some((type) => type === serviceType || type === wholePlan),
  )
  if (about.length === 0) return null
  // amounts that are said to be in network count before those that say nothing
  const sorted = about.toSorted((one, other) => Number(other.network === 'Y') - Number(one.network === 'Y'))
  const at = (level: string, isRemaining: boolean) =>
    dollars(sorted.find((one) => one.level === level && (one.period === remaining) === isRemaining))
  return { individual: at('IND', false), family: at('FAM', false), remaining: at('IND', true) }
}
