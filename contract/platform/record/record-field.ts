import * as z from 'zod/mini'
import {
  birthDay,
  charge,
  day,
  emailAddress,
  firstName,
  homePhone,
  phone,
  text,
  yesNo,
  zip,
} from '#contract/platform/fields.ts'
import { country, countryLabels, usState } from '#contract/platform/place-fields.ts'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { Schema } from '#contract/platform/endpoint.ts'
import type { Column, ColumnKind } from '#contract/platform/table-filters.ts'

/** The format of a value if its kind doesn’t determine it: how it’s typed, read from a file and displayed. */
export type Format =
  | 'phone'
  | 'email'
  | 'ssn'
  | 'birth'
  | 'state'
  /** Text with several lines. */
  | 'lines'
  /** Rich text. */
  | 'markup'
  /** Size in bytes. */
  | 'size'
  /** The ID of an insurance company. */
  | 'company'
  /** The name of the company whose ID is in `{field}_id`. */
  | 'companyName'

/** The section of a coverage type that a field belongs to, and its label there: 'Group number'. */
export interface LinePart {
  readonly coverage: Coverage
  readonly part: 'status' | 'waive' | 'enroll'
  readonly label: string
}

interface Traits {
  readonly format?: Format
  /** Only product admins can write it (others get 403 on the key). */
  readonly adminOnly?: boolean
  /** Never listed, sorted, filtered or shown in full. */
  readonly sensitive?: boolean
  /** Must always have a value. */
  readonly required?: boolean
  /** Its value can be empty text, which is never null. */
  readonly mayBeEmpty?: boolean
  /** Set by the system; read-only for all users. */
  readonly readOnly?: boolean
  /** Changed only by its own calls, because other changes follow from it. */
  readonly ownCall?: boolean
  /** Used only by the office; no form of the student website asks for it. */
  readonly officeOnly?: boolean
  /** Rosters can import it. */
  readonly imported?: boolean
  /** When it’s copied into another policy year: always (the default), if chosen, or only if a call names it. */
  readonly copied?: 'usual' | 'offered' | 'named'
  /** Text with few distinct values. Names, numbers and addresses don’t have this trait. */
  readonly recurring?: boolean
  /** Staff can enter any text, also if the policy year lists values. */
  readonly isFreeText?: boolean
  readonly line?: LinePart
}

/**
 * One field of a record, declared once: its label, kind, schema and traits. Wire shapes, list columns,
 * histories, imports, files, copies, forms and database checks are derived from it. Its place on screens is in
 * `client/platform/record/field-places.ts`.
 */
export interface RecordField<S extends Schema = Schema, K extends ColumnKind = ColumnKind> extends Traits {
  readonly label: string
  readonly kind: K
  readonly schema: S
  readonly choices?: readonly string[]
  /** The labels of the choices, if they differ from the values. */
  readonly choiceLabels?: Readonly<Record<string, string>>
}
export type RecordFields = Readonly<Record<string, RecordField>>

const field = <S extends Schema, K extends ColumnKind>(
  label: string,
  kind: K,
  schema: S,
  traits: Traits,
): RecordField<S, K> => ({
  label,
  kind,
  schema,
  ...traits,
})

export const textField = (label: string, max: number, traits: Traits = {}) =>
  field(label, 'text', text(max), traits)
export const firstNameField = () =>
  ({ ...field('First name', 'text', firstName, {}), required: true, mayBeEmpty: true }) as const
export const dayField = (label: string, traits: Traits = {}) => field(label, 'date', day, traits)
export const birthDayField = (label: string) => field(label, 'date', birthDay, { format: 'birth' })
export const moneyField = (label: string, traits: Traits) => field(label, 'money', charge, traits)
export const yesNoField = (label: string, traits: Traits = {}) => field(label, 'boolean', yesNo, traits)
export const emailField = (label: string) => field(label, 'text', emailAddress, { format: 'email' })
export const phoneField = (label: string) => field(label, 'text', phone, { format: 'phone' })
export const homePhoneField = (label: string) => field(label, 'text', homePhone, { format: 'phone' })
export const zipField = (label: string) => field(label, 'text', zip, {})
export const usStateField = (label: string) => ({
  ...field(label, 'choice', usState, { format: 'state' }),
  choices: usState.options,
})
export const countryField = (label: string) => ({
  ...field(label, 'choice', country, {}),
  choices: country.options,
  choiceLabels: countryLabels,
})
export const choiceField = <const V extends readonly [string, ...string[]]>(
  label: string,
  values: V,
  choiceLabels: Readonly<Record<V[number], string>>,
  traits: Traits = {},
) => ({ ...field(label, 'choice', z.enum(values), traits), choices: values, choiceLabels })

/** Returns the choices of a field with their labels. */
export const choicesOf = ({ choices = [], choiceLabels }: Pick<RecordField, 'choices' | 'choiceLabels'>) =>
  choices.map((value) => ({ value, label: choiceLabels?.[value] ?? value }))

/** The type of the field names that have a trait. */
export type NamesWith<F extends RecordFields, T extends keyof Traits> = {
  [K in keyof F & string]: F[K] extends Readonly<Record<T, true>> ? K : never
}[keyof F & string]

/** Returns the names of the fields that have a trait, in order. */
export const namesWith = <F extends RecordFields, T extends keyof Traits>(
  fields: F,
  trait: T,
): readonly NamesWith<F, T>[] =>
  // the filter does at run time what NamesWith does for the compiler
  Object.keys(fields).filter((name) => fields[name]?.[trait] === true) as NamesWith<F, T>[]

/** Returns the fields as list columns, without the sensitive ones. */
export const columnsOf = <F extends RecordFields>(
  fields: F,
): { [K in keyof F as F[K] extends { sensitive: true } ? never : K]: Column } => {
  const listed = Object.entries(fields).filter(([, entry]) => !entry.sensitive)
  const columns = listed.map(([name, { label, kind, choices }]): [string, Column] => [
    name,
    choices ? { label, kind, choices } : { label, kind },
  ])
  // Object.fromEntries drops the keys; they're those of `fields` without the sensitive ones
  return Object.fromEntries(columns) as ReturnType<typeof columnsOf<F>>
}

/** The fields as a schema for updates: every key is optional, and null empties a field unless it’s required. */
type Writable<F extends RecordFields> = {
  [K in keyof F as F[K] extends { readOnly: true } ? never : K]: z.ZodMiniOptional<
    F[K] extends { required: true } ? F[K]['schema'] : z.ZodMiniNullable<F[K]['schema']>
  >
}

export const writableShape = <F extends RecordFields>(fields: F): Writable<F> => {
  const shape = Object.entries(fields)
    .filter(([, entry]) => !entry.readOnly)
    .map(([name, { schema, required }]) => [name, z.optional(required ? schema : z.nullable(schema))])
  // as above: the keys are those of `fields`
  return Object.fromEntries(shape) as Writable<F>
}

type Plain<K extends ColumnKind> = K extends 'boolean'
  ? z.ZodMiniBoolean
  : K extends 'number'
    ? z.ZodMiniNumber
    : z.ZodMiniString
type Readable<F extends RecordFields> = { [K in keyof F]: z.ZodMiniNullable<Plain<F[K]['kind']>> }

/**
 * Returns the schema of the fields as read: text (including dates, money and choices), numbers or booleans, or
 * null.
 */
export const readableShape = <F extends RecordFields>(fields: F): Readable<F> => {
  const plain = (kind: ColumnKind) =>
    z.nullable(kind === 'boolean' ? z.boolean() : kind === 'number' ? z.number() : z.string())
  const shape = Object.entries(fields).map(([name, { kind }]) => [name, plain(kind)])
  return Object.fromEntries(shape) as Readable<F>
}
