import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { FileKind } from '#contract/platform/record/file-kinds.ts'
import { isAskedFor } from '#contract/setup/period-documents/form-fields.ts'
import type { CompanyOfStudents } from '#contract/records/insurance-companies/shapes.ts'
import type { Answer, SignedForm } from '#contract/review/form-submissions/shapes.ts'
import type { FormPage, SiteField } from '#contract/setup/site/form-page.ts'
import type { Stroke } from './drawing.ts'
import type { SiteLanguage } from '#client/setup/site/words/words.ts'

/** A dependent as typed. */
export interface TypedDependent {
  /** Identifies the row while it’s edited. */
  readonly key: string
  readonly type: string
  readonly first_name: string
  readonly last_name: string
  readonly gender: string
  readonly dob: string
  readonly ssn: string
}

/** A file that the server has received. */
interface SentFile {
  readonly file_token: string
  readonly kind: FileKind
  readonly name: string
}

/** Everything that a student has typed, as texts. `values` has the fields of the school’s steps by name. */
export interface TypedForm {
  readonly values: Readonly<Record<string, string>>
  /** The chosen insurance companies by field. The value of the field is their ID. */
  readonly companies: Readonly<Record<string, CompanyOfStudents>>
  readonly coverage_types: readonly Coverage[]
  readonly dependents: readonly TypedDependent[]
  readonly attestations: readonly string[]
  readonly signature: string
  /** The signature as drawn. It’s sent with the form and not saved before. */
  readonly strokes: readonly Stroke[]
  readonly qualifying_event: string
  readonly event_on: string
  readonly files: readonly SentFile[]
}

/** Returns an empty form. If only one coverage type is offered, it’s chosen. */
export const emptyForm = (offered: readonly Coverage[]): TypedForm => ({
  values: {},
  companies: {},
  coverage_types: offered.length === 1 ? offered : [],
  dependents: [],
  attestations: [],
  signature: '',
  strokes: [],
  qualifying_event: '',
  event_on: '',
  files: [],
})

/** Returns the fields that a form asks for now, in its order. The signature has its own place. */
export const askedFields = (page: FormPage, typed: TypedForm): SiteField[] =>
  page.steps.flatMap(({ fields }) =>
    fields.filter(({ name }) => name !== 'signature' && isAskedFor(name, typed.coverage_types, typed.values)),
  )

const valueOf = ({ control, is_number: isNumber }: SiteField, text: string): string | number | boolean => {
  if (control === 'yes_no') return text === 'yes'
  // what isn’t a number is refused as it was typed
  return isNumber && /^\d+$/.test(text) ? Number(text) : text
}

const orNull = (text: string): string | null => (text.trim() === '' ? null : text)

/** The body of the calls that check, save and send a form. */
export type FormBody = Readonly<Record<string, unknown>>

/** Returns a form as the calls take it. Fields that are no longer asked are left out. */
export const bodyOf = (page: FormPage, typed: TypedForm, language: SiteLanguage): FormBody => ({
  form_type: page.kind === 'enroll' ? 'enroll' : 'waiver',
  language,
  coverage_types: coverages.filter((coverage) => typed.coverage_types.includes(coverage)),
  ...Object.fromEntries(
    askedFields(page, typed).flatMap((field) => {
      const text = typed.values[field.name]?.trim() ?? ''
      return text === '' || field.control === 'dependents'
        ? []
        : [[field.name, valueOf(field, text)] as const]
    }),
  ),
  dependents: typed.dependents.map(({ key: _key, ...one }) =>
    Object.fromEntries(Object.entries(one).map(([name, text]) => [name, orNull(text)])),
  ),
  attestations: typed.attestations,
  signature: orNull(typed.signature),
  qualifying_event: orNull(typed.qualifying_event),
  event_on: typed.qualifying_event === '' ? null : orNull(typed.event_on),
  file_tokens: typed.files.map(({ file_token }) => file_token),
})

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const dependentParts = ['type', 'first_name', 'last_name', 'gender', 'dob', 'ssn'] as const

const dependentOf = (saved: unknown, index: number): TypedDependent => {
  const parts = new Map(Object.entries(Object(saved) as object))
  const [type, first_name, last_name, gender, dob, ssn] = dependentParts.map((name) =>
    textOf(parts.get(name)),
  )
  return {
    key: `saved-${index}`,
    type: type ?? '',
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    gender: gender ?? '',
    dob: dob ?? '',
    ssn: ssn ?? '',
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns a saved form as it’s typed on. */
export const typedOf = (
  page: FormPage,
  saved: FormBody,
  files: readonly SentFile[],
  companies: TypedForm['companies'],
): TypedForm => {
  const names = page.steps.flatMap(({ fields }) => fields.map(({ name }) => name))
  const chosen = listOf(saved['coverage_types'])
  return {
    values: Object.fromEntries(
      names.flatMap((name) => {
        const text = textOf(saved[name])
        return text === '' ? [] : [[name, text] as const]
      }),
    ),
    companies,
    coverage_types: coverages.filter((coverage) => chosen.includes(coverage)),
    dependents: listOf(saved['dependents']).map(dependentOf),
    attestations: listOf(saved['attestations']).map(textOf),
    signature: textOf(saved['signature']),
    strokes: [],
    qualifying_event: textOf(saved['qualifying_event']),
    event_on: textOf(saved['event_on']),
    files,
  }
}

/** Returns a signed form as it’s typed again. SSNs aren’t kept in it, and its files stay with the form. */
export const typedOfSigned = (page: FormPage, signed: SignedForm): TypedForm => {
  const answers = new Map(signed.answers.map(({ name, value }) => [name, value]))
  const { answers: _answers, signature: _signature, ...rest } = signed
  const typed = typedOf(page, { ...rest, ...Object.fromEntries(answers) }, [], companiesIn(answers))
  const hidden = new Set(
    page.steps.flatMap(({ fields }) =>
      fields.filter(({ control }) => control === 'ssn').map(({ name }) => name),
    ),
  )
  return {
    ...typed,
    values: Object.fromEntries(Object.entries(typed.values).filter(([name]) => !hidden.has(name))),
    dependents: typed.dependents.map((one) => ({ ...one, ssn: '' })),
    attestations: [],
  }
}

/** Returns the companies of a signed form, whose names stand next to their IDs. */
const companiesIn = (answers: ReadonlyMap<string, Answer>): TypedForm['companies'] =>
  Object.fromEntries(
    [...answers].flatMap(([name, id]) =>
      name.endsWith('_company_id')
        ? [
            [
              name,
              {
                id: Number(id),
                name: String(answers.get(name.replace(/_id$/, '')) ?? ''),
                member_id_hint: null,
              },
            ] as const,
          ]
        : [],
    ),
  )
