import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import type { ContentOf } from '#contract/platform/document.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import {
  optionFields,
  type Notice,
  type Options,
  noticePlaces,
} from '#contract/setup/period-documents/dropdowns.ts'
import {
  formFieldsOf,
  type FormFieldChoice,
  type FormKind,
} from '#contract/setup/period-documents/form-fields.ts'
import type { enrollForm, enrollFormIntro, FormField } from '#contract/setup/period-documents/forms.ts'
import { tones } from '#contract/setup/period-documents/parts.ts'

/** The keys of the steps that every form can have, around the school’s own. */
export const coverageStepKey = 'coverage'
export const documentsStepKey = 'documents'
export const signStepKey = 'sign'

/** Returns the key under which students reach one of the school’s own steps. */
export const stepKeyOf = (key: string): string => `step-${key}`

/** How a field of a form is typed. */
export const siteControls = [
  'text',
  'lines',
  'choice',
  'date',
  'email',
  'phone',
  'ssn',
  'number',
  'company',
  'yes_no',
  'dependents',
] as const
type SiteControl = (typeof siteControls)[number]

const choice = z.object({ value: z.string(), label: z.string() })

/** A field of a form as students see it. */
const siteField = z.object({
  name: z.string(),
  /** The school’s own label, or the field’s usual one. */
  label: z.string(),
  /** Whether the label is the field’s usual one, which the site has in several languages. */
  is_usual_label: z.boolean(),
  help: z.nullable(z.string()),
  is_required: z.boolean(),
  control: z.enum(siteControls),
  choices: z.nullable(z.array(choice)),
  /** Whether the choices are the school’s own texts. */
  has_own_choices: z.boolean(),
  /** Whether its value is a number, also if it’s chosen. */
  is_number: z.boolean(),
  /** The coverage type that it belongs to: it’s asked only for a form with that coverage type. */
  coverage: z.nullable(z.enum(coverages)),
})
export type SiteField = z.output<typeof siteField>

/** A form of the student site. */
export const formPage = z.object({
  kind: z.enum(['enroll', 'waive']),
  title: z.nullable(z.string()),
  intro: z.string(),
  steps: z.array(
    z.object({ key: z.string(), title: z.string(), body: z.string(), fields: z.array(siteField) }),
  ),
  attestations: z.array(z.object({ key: z.string(), label: z.string() })),
  notices: z.array(
    z.object({ key: z.string(), place: z.enum(noticePlaces), tone: z.enum(tones), body: z.string() }),
  ),
  /** What students read after they sent it. */
  confirmation: z.string(),
})
export type FormPage = z.output<typeof formPage>

interface FormParts {
  readonly form: ContentOf<typeof enrollForm>
  readonly intro: ContentOf<typeof enrollFormIntro>
  /** The options of the policy year; null while they aren’t known. */
  readonly options: Options | null
  /** The same in the language of the page. */
  readonly translatedOptions: Options | null
  readonly notices: readonly Notice[]
}

/** Returns a form as students see it, from the documents that it’s made of. */
export const formPageOf = (
  kind: FormKind,
  { form, intro, options, translatedOptions, notices }: FormParts,
): FormPage => {
  const known = new Map(formFieldsOf(kind).map((one) => [one.name, one]))
  return {
    kind,
    title: intro.title,
    intro: intro.body,
    steps: form.steps.map(({ fields, ...step }) => ({
      ...step,
      fields: fields.flatMap((field) => {
        const found = known.get(field.name)
        return found ? [siteFieldOf(field, found, ownChoices(found.name, options, translatedOptions))] : []
      }),
    })),
    attestations: form.attestations.map(({ key, label }) => ({ key, label })),
    notices: notices.filter(({ body }) => body !== ''),
    confirmation: form.confirmation,
  }
}

const siteFieldOf = (
  asked: FormField,
  { name, field }: FormFieldChoice,
  own: SiteField['choices'],
): SiteField => {
  const usual =
    field.choices?.map((value) => ({ value, label: field.choiceLabels?.[value] ?? value })) ?? null
  const choices = own ?? usual
  return {
    name,
    label: asked.label ?? field.line?.label ?? field.label,
    is_usual_label: asked.label === null,
    help: asked.help,
    is_required: asked.is_required,
    control: choices ? 'choice' : controlOf(name, field),
    choices,
    has_own_choices: own !== null,
    is_number: field.kind === 'number',
    coverage: coverageOf(field),
  }
}

const coverageOf = ({ line }: RecordField): Coverage | null => line?.coverage ?? null

/** Returns the options that the policy year lists for a field; null for any value. */
const ownChoices = (
  name: string,
  options: Options | null,
  translatedOptions: Options | null,
): SiteField['choices'] => {
  const field = optionFields.find((one) => one === name)
  if (!field || !options) return null
  const offered = options[field].flatMap(({ key, value, is_retired: isRetired }) => {
    const label = translatedOptions?.[field].find((one) => one.key === key)?.value ?? value
    return isRetired ? [] : [{ value, label }]
  })
  return offered.length === 0 ? null : offered
}

const controlOf = (name: string, { kind, format }: RecordField): SiteControl => {
  if (name === 'dependents') return 'dependents'
  if (kind === 'boolean') return 'yes_no'
  if (kind === 'date') return 'date'
  if (
    format === 'company' ||
    format === 'email' ||
    format === 'phone' ||
    format === 'ssn' ||
    format === 'lines'
  )
    return format
  return kind === 'number' ? 'number' : 'text'
}
