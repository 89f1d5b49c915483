import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import {
  noBasis,
  type Payer,
  type ResultBasis,
  type VerifiedAmounts,
  type VerifiedPlan,
} from '#contract/review/verifications/shapes.ts'
import type { AnsweredPerson, Benefit, Rejection, Response } from '#server/platform/lib/x12/response.ts'
import { identify, patientOf, type AskedStudent } from './answered-patient.ts'
import { basisOf, currentOf, usedOf, verifiedPlanOf } from './basis.ts'
import { plansOf, type PersonPlan } from './person-plans.ts'
import { compareCard, rejectionReasons } from './rejections.ts'

/** The service type that a coverage type is asked by (X12 EQ01 and EB03). */
export const serviceTypes: Readonly<Record<Coverage, string>> = { medical: '30', dental: '35', vision: 'AL' }

/** What was asked, as far as the answer must fit it. */
export interface AskedQuestion {
  readonly coverage: Coverage
  /** The day of the check, YYYY-MM-DD. */
  readonly on: string
  readonly trace: string
  /** As in the record, whatever an attempt left out. */
  readonly student: AskedStudent
  /** The member ID that was asked with. */
  readonly memberId?: string | null
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
  readonly basis: ResultBasis
  /** What the answer means if the student is the person whom the payer knows by this first name. */
  readonly ifAccepted?: { readonly firstName: string; readonly reading: Reading }
}

/** A status with its reason, before the plan is added. */
type Verdict = Pick<Reading, 'status' | 'reason_code' | 'message' | 'next_step'>

const verdict = (
  status: EligibilityStatus,
  reason_code: string | null,
  message: string,
  next_step: string | null = null,
): Verdict => ({ status, reason_code, message, next_step })

/** The order in which rejections count (docs/domain.md, “Eligibility checks”). */
const precedence = [
  'missing_request_information',
  'unable_to_send_request',
  'request_failed',
  'unknown',
] as const

const rejected = (rejections: readonly Rejection[]): Verdict | null => {
  const known = rejections.flatMap(({ code }) => {
    const reason = rejectionReasons[code]
    return reason ? [{ code, ...reason }] : []
  })
  const first = precedence.flatMap((status) => known.filter((one) => one.status === status))[0]
  if (first) return verdict(first.status, first.code, first.message, first.next_step)
  const [other] = rejections
  return other
    ? verdict(
        'unknown',
        other.code,
        `The insurance company rejected the inquiry (code ${other.code}).`,
        compareCard,
      )
    : null
}

/** Returns why an answer isn’t about the student or to this question; null if it is. */
const mistakeOf = (asked: AskedQuestion, patient: AnsweredPerson, response: Response): Verdict | null => {
  if (patient.traces.length > 0 && !patient.traces.includes(asked.trace))
    return verdict('unknown', 'other_answer', 'The response is for a different inquiry.', 'Check again.')
  switch (identify(asked.student, asked.memberId ?? null, patient, response)) {
    case 'student':
      return null
    case 'someone_else':
      return verdict('unknown', 'other_person', 'The response is about someone else.', compareCard)
    case 'other_first_name':
      return verdict(
        'unknown',
        firstNameDiffers,
        `The first name differs: ${patient.firstName}. Last name, birth date and member ID agree.`,
        'If it’s the student’s legal first name, accept the result.',
      )
  }
}

/** The reason of a result that counts once staff accept the first name. */
const firstNameDiffers = 'first_name_differs'

/** Returns the payers besides the one asked that an answer names as paying for the patient. */
const otherPayersOf = ({ payer }: AskedQuestion, { benefits }: AnsweredPerson): Payer[] => {
  const named = benefits.flatMap(({ code, entities }) =>
    entities.filter(({ entity }) => code === 'R' || ['PR', 'PRP', 'SEP', 'TTP'].includes(entity)),
  )
  const others = named.filter(({ id, name }) => (id === '' ? name !== payer.name : id !== payer.id))
  return [...new Map(others.map(({ name, id }) => [id || name, { name, id }])).values()]
}

const askCard = 'Ask the student for their current plan.'

/** Judges the plans that the payer reported for the coverage type. */
const covered = (asked: AskedQuestion, patient: AnsweredPerson, plans: readonly PersonPlan[]): Verdict => {
  const current = currentOf(plans, asked.on)
  const others = otherPayersOf(asked, patient)
  const hasOther = others.length > 0 || patient.benefits.some(({ code }) => code === 'R')
  if (current.length === 0 && hasOther)
    return verdict(
      'other_plan_detected',
      'other_payer',
      `The insurance company reported another plan${others[0] ? `: ${others[0].name}` : ''}.`,
      'Check with that insurance company, or ask the student for that plan’s card.',
    )
  if (current.length > 0) return activeNow(current)
  const active = plans.filter(({ isActive }) => isActive)
  if (active.some(({ spans, hasBackward }) => spans.length === 0 && hasBackward)) return unreadable
  // inactive only if every plan is over
  if (active.some(({ spans }) => spans.some(({ begins_on: begins }) => begins !== null && begins > asked.on)))
    return verdict(
      'unknown',
      'not_yet',
      'Coverage hasn’t started yet.',
      'Check again on or after the start date.',
    )
  if (active.length > 0) return verdict('inactive', 'ended', 'The plan has ended.', askCard)
  if (plans.length > 0) return verdict('inactive', 'inactive', 'The plan isn’t active.', askCard)
  return verdict(
    'unknown',
    'no_answer',
    'The insurance company didn’t say whether the plan is active.',
    compareCard,
  )
}

const unreadable = verdict(
  'unknown',
  'unreadable',
  'A date in the response can’t be read.',
  'Read the response, or call the insurance company.',
)

const activeNow = (current: readonly PersonPlan[]): Verdict =>
  current.every(({ codes }) => codes.every((code) => code === '5'))
    ? verdict(
        'active',
        'grace_period',
        'The plan is active, but a premium may be unpaid.',
        'Check again in a month.',
      )
    : verdict('active', null, 'The plan is active.')

/** Which of several responses counts: the one that says most about the student’s coverage. */
const telling: readonly EligibilityStatus[] = ['active', 'other_plan_detected', 'inactive', ...precedence]

/**
 * Reads what a payer’s answer means for one coverage type on a day (docs/domain.md, “Eligibility checks”, from the top
 * of its table). An answer about someone else, or that can’t be read in full, is never active; not found is never
 * inactive. Of several responses, one counts: what they say isn’t mixed.
 */
export const readAnswers = (asked: AskedQuestion, responses: readonly Response[]): Reading => {
  const [first, ...others] = responses.map((response) => readAnswer(asked, response))
  if (!first) throw new Error('A payer’s answer has a response.')
  const rank = ({ status }: Reading): number => telling.indexOf(status)
  return others.reduce((best, one) => (rank(one) < rank(best) ? one : best), first)
}

const readAnswer = (asked: AskedQuestion, response: Response): Reading => {
  const patient = patientOf(asked.student, response)
  const base = {
    payer: response.payer.name === '' ? asked.payer : response.payer,
    plan: null,
    deductible: null,
    out_of_pocket_max: null,
    other_payers: [],
    basis: noBasis,
  }
  const refusal = rejected(response.rejections)
  if (refusal) return { ...base, ...refusal }
  if (!patient)
    return {
      ...base,
      ...verdict('unknown', 'no_answer', 'The response didn’t include the student.', compareCard),
    }
  const mistaken = mistakeOf(asked, patient, response)
  const reading = (): Reading => ({ ...base, ...readPlans(asked, response, patient) })
  if (!mistaken) return reading()
  return mistaken.reason_code === firstNameDiffers
    ? { ...base, ...mistaken, ifAccepted: { firstName: patient.firstName, reading: reading() } }
    : { ...base, ...mistaken }
}

/** Reads what a payer said about the plans of the student. */
const readPlans = (
  asked: AskedQuestion,
  response: Response,
  patient: AnsweredPerson,
): Omit<Reading, 'payer'> => {
  const serviceType = serviceTypes[asked.coverage]
  const plans = plansOf(patient, serviceType)
  const found = covered(asked, patient, plans)
  const isUnreadable = found.status === 'active' && response.unreadable.length > 0
  const used = usedOf(plans, asked.on)
  const benefits = used?.benefits ?? []
  return {
    ...(isUnreadable ? unreadable : found),
    plan: used ? verifiedPlanOf(used, patient, asked.on) : null,
    deductible: amountsOf(benefits, 'C', serviceType),
    out_of_pocket_max: amountsOf(benefits, 'G', serviceType),
    other_payers: otherPayersOf(asked, patient),
    basis: basisOf({ plans, used, patient, response, on: asked.on, serviceType }),
  }
}

/** EB06: what is left of the amount. */
const remaining = '29'

/** Health benefit plan coverage, which amounts for the whole plan are given for. */
const wholePlan = '30'

const dollars = (found: Benefit | undefined): string | null => found?.amount?.toFixed(2) ?? null

/** Returns an amount of a plan in network: C deductible, G out-of-pocket maximum. Null if the payer gave none. */
const amountsOf = (
  benefits: readonly Benefit[],
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
