import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import type { FormDependent, NewFormSubmission } from '#contract/review/form-submissions/sent-form.ts'
import type { Answer, SignedForm } from '#contract/review/form-submissions/shapes.ts'
import type { PublishedForm } from './check-form.ts'

/** A form as signed, its SSNs (9 digits) by field: `ssn`, `dependents.0.ssn`, and what was drawn. */
export interface SplitForm {
  readonly content: SignedForm
  readonly ssns: Readonly<Record<string, string>>
  /** The PNG of the signature if the student drew one. */
  readonly drawnSignature: Buffer | null
}

const masked = (ssn: string | null | undefined): string | null => {
  const digits = ssn == null ? null : toSsn(ssn)
  return digits === null ? null : ssnMask(digits.slice(-4))
}

/** Fields in the order of the form; those it doesn’t ask for come first. */
const inOrder = (answers: Readonly<Record<string, Answer>>, form: PublishedForm): [string, Answer][] => {
  const names = form.steps.flatMap(({ fields }) => fields.map(({ name }) => name))
  // the name of a company stands where the form asks for the company
  const placeOf = (name: string): number => Math.max(names.indexOf(name), names.indexOf(`${name}_id`))
  return Object.entries(answers).sort(([one], [other]) => placeOf(one) - placeOf(other))
}

const dependentOf = ({ gender, dob, ssn, ...named }: FormDependent): SignedForm['dependents'][number] => ({
  ...named,
  gender: gender ?? null,
  dob: dob ?? null,
  ssn: masked(ssn),
})

const ssnsOf = (answers: Readonly<Record<string, Answer>>, dependents: readonly FormDependent[]) => {
  const sent = [
    ['ssn', answers['ssn']] as const,
    ...dependents.map(({ ssn }, index) => [`dependents.${index}.ssn`, ssn] as const),
  ]
  return Object.fromEntries(
    sent.flatMap(([name, value]) => {
      const digits = typeof value === 'string' ? toSsn(value) : null
      return digits === null ? [] : [[name, digits]]
    }),
  )
}

/** Splits a form into what’s shown, with masked SSNs, the SSNs, and the drawn signature. */
export const splitForm = (
  sent: NewFormSubmission,
  answers: Readonly<Record<string, Answer>>,
  form: PublishedForm,
): SplitForm => {
  const { dependents = [] } = sent
  const attestations = sent.attestations ?? []
  const language = sent.language ?? 'en'
  const shown = inOrder(answers, form).map(([name, value]) => ({
    name,
    value: name === 'ssn' ? (masked(String(value)) ?? '') : value,
  }))
  return {
    content: {
      form_type: sent.form_type,
      coverage_types: sent.coverage_types,
      answers: shown,
      dependents: dependents.map(dependentOf),
      attestations: form.attestations
        .filter(({ key }) => attestations.includes(key))
        // as the student read them
        .map(({ key, label, es, confirms }) => ({
          key,
          label: (language === 'es' ? es?.label : null) ?? label,
          confirms: confirms ?? null,
        })),
      signature: sent.signature,
      language,
      qualifying_event: sent.qualifying_event ?? null,
      event_on: sent.event_on ?? null,
    },
    ssns: ssnsOf(answers, dependents),
    drawnSignature: sent.drawn_signature == null ? null : Buffer.from(sent.drawn_signature, 'base64'),
  }
}
