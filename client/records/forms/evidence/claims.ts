import { coverageLabels, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { Answer, SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { fieldOf } from '#contract/platform/record/known-fields.ts'
import { enrollmentFields } from '#contract/platform/record/student-period-fields.ts'
import { fieldLabel } from '#client/platform/record/field-text.ts'

/** A part of a form: the field that says how its value is shown, and the value. */
export interface Claim {
  readonly name: string
  /** The answers it’s made of: an address has several. */
  readonly names: readonly string[]
  readonly label: string
  /** Null if the student left it out. */
  readonly value: Answer | null
  /** Whether staff can’t verify the plan without it. */
  readonly isNeeded: boolean
}

type Answers = ReadonlyMap<string, Answer>

const answersOf = ({ answers }: SignedForm): Answers =>
  new Map(answers.map(({ name, value }) => [name, value]))

const given = ({ value }: Claim): boolean => value !== null

/** Joins the texts of several fields, on one line or several; null if all are empty. */
const joined = (answers: Answers, names: readonly string[], by: string): string | null =>
  names.flatMap((name) => answers.get(name) ?? []).join(by) || null

/** `1 Main St` above `Boston, MA 02115`; the names of the fields start with `prefix`. */
const addressIn = (answers: Answers, prefix: string): string | null => {
  const place = [
    joined(answers, [`${prefix}city`], ''),
    joined(answers, [`${prefix}state`, `${prefix}zip`], ' '),
  ]
  const lines = [
    joined(answers, [`${prefix}address_1`], ''),
    joined(answers, [`${prefix}address_2`], ''),
    place.filter((part) => part !== null).join(', ') || null,
  ]
  return lines.filter((line) => line !== null).join('\n') || null
}

const addressParts = ['address_1', 'address_2', 'city', 'state', 'zip'] as const
const studentName = ['first_name', 'middle_initial', 'last_name'] as const

/** Returns what the student says about themselves, in groups without empty parts. */
export const claimsAboutStudent = (
  content: SignedForm,
): readonly { readonly title: string; readonly claims: readonly Claim[] }[] => {
  const answers = answersOf(content)
  const told = (
    name: string,
    label: string,
    value: Answer | null,
    names: readonly string[] = [name],
  ): Claim => ({ name, names, label, value, isNeeded: false })
  const joinedParts = new Set<string>([...studentName, ...addressParts])
  const rest = content.answers
    .filter(({ name }) => fieldOf(name)?.line === undefined && !joinedParts.has(name))
    .map(({ name, value }) => told(name, fieldLabel(name), value))
  const isEnrollment = ({ name }: Claim): boolean => Object.hasOwn(enrollmentFields, name)
  return [
    {
      title: 'Student',
      claims: [
        told('first_name', 'Name', joined(answers, studentName, ' '), studentName),
        ...rest.filter((claim) => !isEnrollment(claim)),
        told('address_1', 'Address', addressIn(answers, ''), addressParts),
      ].filter(given),
    },
    { title: 'Enrollment', claims: rest.filter(isEnrollment) },
  ].filter(({ claims }) => claims.length > 0)
}

/** The parts of a waiver claim in the order staff read a card, with those that verifying it needs. */
const waiverParts = [
  ['source_of_coverage', true],
  ['insurance_type', true],
  ['member_subscriber_number', true],
  ['group_number', false],
  ['insurance_phone', false],
  ['subscriber_relation', true],
] as const

const labelOf = (name: string): string => fieldOf(name)?.line?.label ?? fieldLabel(name)

const waiverClaims = (answers: Answers, coverage: Coverage): Claim[] => {
  const prefix = `${coverage}_waive_`
  const part = (name: string, isNeeded: boolean): Claim => ({
    name: `${prefix}${name}`,
    names: [`${prefix}${name}`],
    label: labelOf(`${prefix}${name}`),
    value: answers.get(`${prefix}${name}`) ?? null,
    isNeeded,
  })
  const named = part('insurance_company', true)
  const typed = { ...part('insurance_name_other', true), label: 'Insurance company, as typed' }
  const subscriberName = [`${prefix}subscriber_first_name`, `${prefix}subscriber_last_name`]
  const subscriber = {
    ...part('subscriber_first_name', answers.get(`${prefix}subscriber_relation`) !== 'self'),
    label: 'Subscriber',
    names: subscriberName,
    value: joined(answers, subscriberName, ' '),
  }
  const [source, ...others] = waiverParts.map(([name, isNeeded]) => part(name, isNeeded))
  const claims = [
    ...(source ? [source] : []),
    ...(named.value === null && typed.value !== null ? [] : [named]),
    ...(typed.value === null ? [] : [typed]),
    ...others,
    subscriber,
    part('subscriber_dob', subscriber.isNeeded),
  ]
  const address = {
    ...part('insurance_address_1', false),
    label: 'Company address',
    names: addressParts.map((one) => `${prefix}insurance_${one}`),
  }
  return [...claims, { ...address, value: addressIn(answers, `${prefix}insurance_`) }].filter(
    (claim) => claim.isNeeded || given(claim),
  )
}

/**
 * Returns what the student says about a coverage type. On a waiver form the needed parts are listed even if they’re
 * missing; none is listed if the form has no answer about the coverage type at all.
 */
export const claimsAbout = (content: SignedForm, coverage: Coverage): readonly Claim[] => {
  const answers = content.answers.filter(({ name }) => fieldOf(name)?.line?.coverage === coverage)
  if (answers.length === 0) return []
  if (content.form_type === 'waiver') return waiverClaims(answersOf(content), coverage)
  return answers.map(({ name, value }) => ({
    name,
    names: [name],
    label: labelOf(name),
    value,
    isNeeded: false,
  }))
}

/** The heading of a coverage type’s claims: ‘Medical insurance’, or ‘Medical’ on an enrollment form. */
export const claimTitle = ({ form_type: type }: SignedForm, coverage: Coverage): string =>
  type === 'waiver' ? `${coverageLabels[coverage]} insurance` : coverageLabels[coverage]
