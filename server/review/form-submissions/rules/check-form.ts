import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import { toSsn } from '#contract/platform/fields.ts'
import { foldText } from '#contract/platform/fold-text.ts'
import type { NewFormSubmission, SentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { Answer } from '#contract/review/form-submissions/shapes.ts'
import { texts, textFor } from '#contract/platform/problem.ts'
import { optionFields, type OptionField } from '#contract/setup/period-documents/dropdowns.ts'
import { isAskedFor, otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import type { enrollForm } from '#contract/setup/period-documents/forms.ts'
import { birthDayError, phoneError, placeErrors } from '#server/records/students/index.ts'

/** The published form. Both forms have the same shape. */
export type PublishedForm = Pick<ContentOf<typeof enrollForm>, 'steps' | 'attestations'>

/** What a form is checked against. */
export interface FormRules {
  readonly form: PublishedForm
  readonly today: string
  /** The coverage types of the policy year. */
  readonly offered: readonly Coverage[]
  /** The options of the policy year by field, without retired ones; no options: any value. */
  readonly options: Readonly<Record<OptionField, readonly string[]>>
}

type Answers = Readonly<Record<string, Answer>>
export type Errors = Record<string, string>

/** Fields that identify the student. A form can send them even if it doesn’t ask for them. */
const identity: ReadonlySet<string> = new Set(['first_name', 'last_name', 'dob', 'sid'])
/** Someone with one name has no first name. */
const alwaysRequired = ['last_name', 'dob'] as const

/** Returns the errors of a form by field, in the order of the form. */
export const formErrors = (sent: NewFormSubmission, answers: Answers, rules: FormRules): Errors => ({
  ...requiredErrors(sent, answers, rules.form),
  ...unaskedErrors(sent, answers, rules.form),
  ...optionErrors(answers, rules),
  ...placeErrors(placeOf(answers)),
  ...phoneError(answers['phone'], placeOf(answers).country),
  ...birthErrors(sent, answers, rules.today),
  ...ssnErrors(sent, answers),
  ...coverageErrors(sent, rules.offered),
  ...attestationErrors(sent, rules.form),
})

const fieldsOf = ({ steps }: PublishedForm) => steps.flatMap(({ fields }) => fields)

const required = (name: string): Errors => ({ [name]: textFor(texts.required, name) })

/** What a student isn’t asked for is never required. */
const requiredErrors = (sent: NewFormSubmission, answers: Answers, form: PublishedForm): Errors => {
  const isAnswered = (name: string): boolean => Object.hasOwn(answers, name)
  const isMissing = (name: string): boolean => {
    if (name === 'signature') return false
    if (name === 'dependents') return (sent.dependents ?? []).length === 0
    return !isAnswered(name) && !isAnswered(otherCompanyOf(name) ?? name)
  }
  const asked = fieldsOf(form)
    .filter(({ name, is_required }) => is_required && isAskedFor(name, sent.coverage_types, answers))
    .map(({ name }) => name)
  return Object.assign({}, ...[...alwaysRequired, ...asked].filter(isMissing).map(required))
}

const unaskedErrors = (sent: NewFormSubmission, answers: Answers, form: PublishedForm): Errors => {
  const asked = new Set(fieldsOf(form).map(({ name }) => name))
  const given = [...Object.keys(answers), ...((sent.dependents ?? []).length > 0 ? ['dependents'] : [])]
  const unasked = given.filter((name) => !asked.has(name) && !identity.has(name))
  return Object.fromEntries(unasked.map((name) => [name, textFor(texts.unknown, name)]))
}

const optionErrors = (answers: Answers, { options }: FormRules): Errors =>
  Object.fromEntries(
    optionFields.flatMap((field) => {
      const value = answers[field]
      if (value === undefined || options[field].length === 0) return []
      const isOffered = options[field].some((option) => foldText(option) === foldText(String(value)))
      return isOffered ? [] : [[field, textFor(texts.selected, field)]]
    }),
  )

const textIn = (value: Answer | undefined): string | null => (typeof value === 'string' ? value : null)

const placeOf = (answers: Answers) => ({
  state: textIn(answers['state']),
  zip: textIn(answers['zip']),
  country: textIn(answers['country']),
})

/** Every birth date is in the past: the student’s, the subscribers’ and the dependents’. */
const birthErrors = (sent: NewFormSubmission, answers: Answers, today: string): Errors => {
  const dates = [
    ...Object.entries(answers).filter(([name]) => name === 'dob' || name.endsWith('_dob')),
    ...(sent.dependents ?? []).map(({ dob }, index) => [`dependents.${index}.dob`, dob] as const),
  ]
  return Object.fromEntries(
    dates.flatMap(([name, value]) => {
      const { dob } = birthDayError(textIn(value ?? undefined), today)
      return dob === undefined ? [] : [[name, dob]]
    }),
  )
}

/** Returns the errors of SSNs. A mask isn’t one, if no saved SSN replaced it (`keepSsns`). */
export const ssnErrors = (sent: Pick<SentForm, 'dependents'>, answers: Answers): Errors => {
  const ssns = [
    ['ssn', answers['ssn']] as const,
    ...(sent.dependents ?? []).map(({ ssn }, index) => [`dependents.${index}.ssn`, ssn] as const),
  ]
  return Object.fromEntries(
    ssns.flatMap(([name, value]) =>
      value == null || toSsn(String(value)) !== null ? [] : [[name, texts.nine_digits]],
    ),
  )
}

const coverageErrors = (sent: NewFormSubmission, offered: readonly Coverage[]): Errors =>
  sent.coverage_types.every((coverage) => offered.includes(coverage))
    ? {}
    : { coverage_types: 'Choose coverage types that this policy year offers.' }

const attestationErrors = (sent: NewFormSubmission, { attestations }: PublishedForm): Errors => {
  const agreed = new Set(sent.attestations)
  const known = new Set(attestations.map(({ key }) => key))
  if (attestations.some(({ key }) => !agreed.has(key)))
    return { attestations: 'Check every statement to submit the form.' }
  return [...agreed].every((key) => known.has(key))
    ? {}
    : { attestations: textFor(texts.selected, 'attestations') }
}
