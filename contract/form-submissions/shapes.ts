import * as z from 'zod/mini'
import { coverages } from '../coverage/choices.ts'
import { itemKey } from '../document.ts'
import { day, text } from '../fields.ts'
import { qualifyingEvents } from '../periods/insurance-configuration.ts'
import { languages } from '../periods/waiver-choices.ts'
import { dependentFields } from '../student-periods/fields.ts'
import { formFieldsOf } from '../website/form-fields.ts'
import { formTypes, matchMethods } from './choices.ts'

/** The most dependents on a form. */
const mostDependents = 20

const isDistinct = (values: readonly string[]): boolean => new Set(values).size === values.length

const coverageTypes = z
  .array(z.enum(coverages))
  .check(z.minLength(1), z.maxLength(coverages.length), z.refine(isDistinct, 'List each coverage type once.'))

/** A dependent as a form sends it. */
export const formDependent = z.strictObject({
  type: dependentFields.type.schema,
  first_name: dependentFields.first_name.schema,
  last_name: dependentFields.last_name.schema,
  gender: z.optional(z.nullable(dependentFields.gender.schema)),
  dob: z.optional(z.nullable(dependentFields.dob.schema)),
  ssn: z.optional(z.nullable(dependentFields.ssn.schema)),
})
export type FormDependent = z.output<typeof formDependent>

/** What every form sends besides the fields it asks for. */
const always = {
  form_type: z.enum(formTypes),
  coverage_types: coverageTypes,
  dependents: z.optional(z.array(formDependent).check(z.maxLength(mostDependents))),
  /** The keys of the attestations that the student agreed to. */
  attestations: z.optional(z.array(itemKey).check(z.maxLength(20))),
  /** The student’s name as typed to sign. */
  signature: text(200),
  language: z.optional(z.enum(languages)),
  /** Why the student sends the form outside its window, and when it happened. */
  qualifying_event: z.optional(z.nullable(z.enum(qualifyingEvents))),
  event_on: z.optional(z.nullable(day)),
}

const isOwn = (name: string): boolean => Object.hasOwn(always, name)

/** The fields that a form can ask for: each is optional here; the policy year’s form says which are required. */
const fields = Object.fromEntries(
  [...formFieldsOf('enroll'), ...formFieldsOf('waive')]
    .filter(({ name }) => !isOwn(name))
    .map(({ name, field }) => [name, z.optional(z.nullable(field.schema))]),
)

/**
 * A complete form: the fields of `formFieldsOf` by name, flat, next to what every form sends. The type has only the
 * latter, because fields are read by name (`answersIn`).
 */
export const newFormSubmission = z.strictObject({ ...fields, ...always })
export type NewFormSubmission = z.output<typeof newFormSubmission>

/** The value of a form’s field. */
export type Answer = string | number | boolean

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** Returns the fields of a form that have a value, by name. */
export const answersIn = (body: NewFormSubmission): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      !isOwn(name) && isAnswer(value) ? [[name, value] as const] : [],
    ),
  )

/** What the student is told. It’s the same whether or not they’re on the roster. */
export const formReceipt = z.object({ confirmation_number: z.string(), progress: z.enum(['complete']) })

/** The form as signed. SSNs are masked. */
export const signedForm = z.object({
  form_type: z.enum(formTypes),
  coverage_types: z.array(z.enum(coverages)),
  /** The fields in the order of the form. */
  answers: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) })),
  dependents: z.array(
    z.object({
      type: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      gender: z.nullable(z.string()),
      dob: z.nullable(z.string()),
      ssn: z.nullable(z.string()),
    }),
  ),
  /** Each with its text when it was signed. */
  attestations: z.array(z.object({ key: z.string(), label: z.string() })),
  signature: z.string(),
  language: z.enum(languages),
  qualifying_event: z.nullable(z.enum(qualifyingEvents)),
  event_on: z.nullable(z.string()),
})
export type SignedForm = z.output<typeof signedForm>

/** A form of a student with its content. */
export const studentFormSubmission = z.object({
  id: z.int(),
  form_type: z.enum(formTypes),
  coverage_types: z.array(z.enum(coverages)),
  confirmation_number: z.string(),
  submitted_at: z.string(),
  match_method: z.nullable(z.enum(matchMethods)),
  /** The coverage types whose status the form couldn’t change. */
  flagged_coverages: z.array(z.enum(coverages)),
  /** The later form of the same type that replaced it. */
  superseded_by: z.nullable(z.object({ id: z.int(), confirmation_number: z.string() })),
  /** The number of the published form that the student filled in. */
  form_number: z.int(),
  waiver_rules_number: z.nullable(z.int()),
  content: signedForm,
  version: z.int(),
})
export type StudentFormSubmission = z.output<typeof studentFormSubmission>
