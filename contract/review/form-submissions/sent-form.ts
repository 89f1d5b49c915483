import * as z from 'zod/mini'
import { coverages } from '#contract/platform/coverage/choices.ts'
import { itemKey } from '#contract/platform/document.ts'
import { day, text } from '#contract/platform/fields.ts'
import { qualifyingEvents } from '#contract/setup/period-documents/insurance-configuration.ts'
import { languages } from '#contract/setup/period-documents/waiver-choices.ts'
import { texts } from '#contract/platform/problem.ts'
import { dependentFields } from '#contract/platform/record/student-period-fields.ts'
import { formFieldsOf } from '#contract/setup/period-documents/form-fields.ts'
import { programSigns } from '#contract/setup/site/program-signs.ts'
import { drawnSignatureLimits, formTypes, progresses } from './choices.ts'
import type { Answer } from './shapes.ts'

/** The most dependents on a form. */
const mostDependents = 20

/** The most files sent with one form. */
const mostFiles = 10

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

/** Accepts a field that can be missing or empty. */
const maybe = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

/** A dependent as a form sends it. An unfinished form may not have the names yet. */
const sentDependent = z.strictObject({
  type: maybe(dependentFields.type.schema),
  first_name: maybe(dependentFields.first_name.schema),
  last_name: maybe(dependentFields.last_name.schema),
  gender: maybe(dependentFields.gender.schema),
  dob: maybe(dependentFields.dob.schema),
  ssn: maybe(dependentFields.ssn.schema),
})
type SentDependent = z.output<typeof sentDependent>

/** The tokens of uploaded files (`addFormFile`). */
const fileTokens = z
  .array(z.string().check(z.maxLength(100)))
  .check(z.maxLength(mostFiles), z.refine(isDistinct, 'List each file once.'))

/** The start of every PNG as Base64, and the rest of its characters. */
const pngPattern = /^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/

/** A picture of a signature as Base64. */
const drawnSignature = z
  .string()
  .check(z.maxLength(Math.ceil(drawnSignatureLimits.bytes / 3) * 4), z.regex(pngPattern))

/** What every form sends besides the fields it asks for. */
const always = {
  form_type: z.enum(formTypes),
  /** Defaults to complete. An unfinished form is checked only for the shape of what it has. */
  progress: z.optional(z.enum(progresses)),
  coverage_types: maybe(
    z
      .array(z.enum(coverages))
      .check(z.maxLength(coverages.length), z.refine(isDistinct, 'List each coverage type once.')),
  ),
  dependents: maybe(z.array(sentDependent).check(z.maxLength(mostDependents))),
  /** The keys of the attestations that the student agreed to. */
  attestations: maybe(z.array(itemKey).check(z.maxLength(20))),
  /** The student’s name as typed to sign. */
  signature: maybe(text(200)),
  /** The signature as the student drew it: a PNG of at most 600 by 200 pixels, as Base64. An unfinished form doesn’t keep it. */
  drawn_signature: maybe(drawnSignature),
  language: maybe(z.enum(languages)),
  /** Why the student sends the form outside its window, and when it happened. */
  qualifying_event: maybe(z.enum(qualifyingEvents)),
  event_on: maybe(day),
  /** The files sent with the form. */
  file_tokens: maybe(fileTokens),
  ...programSigns,
}

const isOwn = (name: string): boolean => Object.hasOwn(always, name)

/** The fields that a form can ask for: each is optional here; the policy year’s form says which are required. */
const fields = Object.fromEntries(
  [...formFieldsOf('enroll'), ...formFieldsOf('waive')]
    .filter(({ name }) => !isOwn(name))
    .map(({ name, field }) => [name, maybe(field.schema)]),
)

const dependentNames = ['type', 'first_name', 'last_name'] as const

/** Returns the paths of what every complete form has and this one doesn’t. */
export const missingIn = ({ coverage_types, signature, dependents }: Parts): (string | number)[][] => [
  ...((coverage_types ?? []).length === 0 ? [['coverage_types']] : []),
  ...(signature == null ? [['signature']] : []),
  ...(dependents ?? []).flatMap((one, index) =>
    dependentNames.filter((name) => one[name] == null).map((name) => ['dependents', index, name]),
  ),
]
interface Parts {
  readonly coverage_types?: readonly string[] | null | undefined
  readonly signature?: string | null | undefined
  readonly dependents?: readonly SentDependent[] | null | undefined
}

/**
 * A form as a student sends it: the fields of `formFieldsOf` by name, flat, next to what every form sends. The type has
 * only the latter, because fields are read by name (`answersIn`).
 */
export const sentForm = z.strictObject({ ...fields, ...always }).check((sent) => {
  if (sent.value.progress === 'in_progress') return
  for (const path of missingIn(sent.value))
    sent.issues.push({ code: 'custom', path, message: texts.required, input: sent.value })
})
export type SentForm = z.output<typeof sentForm>

/** A dependent of a complete form. */
export type FormDependent = SentDependent & {
  readonly type: NonNullable<SentDependent['type']>
  readonly first_name: string
  readonly last_name: string
}

const isNamed = (one: SentDependent): one is FormDependent =>
  dependentNames.every((name) => one[name] != null)

/** A form with what every complete form has. */
export type NewFormSubmission = Omit<SentForm, 'progress' | 'coverage_types' | 'signature' | 'dependents'> & {
  readonly coverage_types: NonNullable<SentForm['coverage_types']>
  readonly signature: string
  readonly dependents?: FormDependent[]
}

/** Returns a form as a complete one; null if it’s unfinished. */
export const asComplete = ({ progress, ...sent }: SentForm): NewFormSubmission | null => {
  const { coverage_types, signature, dependents, ...rest } = sent
  if (progress === 'in_progress' || coverage_types == null || signature == null) return null
  return {
    ...rest,
    coverage_types,
    signature,
    ...(dependents ? { dependents: dependents.filter(isNamed) } : {}),
  }
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Returns the fields of a form that have a value, by name. */
export const answersIn = (form: Readonly<Record<string, unknown>>): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) =>
      !isOwn(name) && isAnswer(value) ? [[name, value] as const] : [],
    ),
  )

/** An appeal of a declined waiver. */
export const newAppeal = z.strictObject({ comment: text(5000), file_tokens: maybe(fileTokens) })
export type NewAppeal = z.output<typeof newAppeal>
