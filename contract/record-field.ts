import * as z from 'zod/mini'
import { birthDay, charge, day, emailAddress, phone, text, yesNo, zip } from './fields.ts'
import { country, countryLabels, usState } from './place-fields.ts'
import type { Coverage } from './coverage/choices.ts'
import type { Schema } from './endpoint.ts'
import type { Column, ColumnKind } from './table-filters.ts'

/** What a value is where its kind does not say it: how it is typed, read from a file, and put into words. */
export type Format =
  | 'phone'
  | 'email'
  | 'ssn'
  | 'birth'
  | 'state'
  /** Text of several lines. */
  | 'lines'
  /** Rich text. */
  | 'markup'
  /** Bytes. */
  | 'size'
  /** The number of an insurance company. */
  | 'company'
  /** The name of the company whose number stands in `{field}_id`. */
  | 'companyName'

/** The part of a line of coverage that a field belongs to, and what it is called there: 'Group number'. */
export interface LinePart {
  readonly coverage: Coverage
  readonly part: 'status' | 'waive' | 'enroll'
  readonly label: string
}

interface Traits {
  readonly format?: Format
  /** Written by product admins only (403 on the key otherwise). */
  readonly adminOnly?: boolean
  /** Never listed, sorted, filtered or shown whole. */
  readonly sensitive?: boolean
  /** Must always have a value. */
  readonly required?: boolean
  /** Kept by the system; read-only for everybody. */
  readonly readOnly?: boolean
  /** Moves by calls of its own, for what follows from it. */
  readonly ownCall?: boolean
  /** Kept by the office: no form of the student site asks for it. */
  readonly officeOnly?: boolean
  /** A roster may bring it. */
  readonly imported?: boolean
  /** Copied into another policy year: always unless said otherwise, where it is chosen, or only where a call names it. */
  readonly copied?: 'usual' | 'offered' | 'named'
  /** Text in which few values recur; names, numbers and addresses are somebody's own. */
  readonly recurring?: boolean
  readonly line?: LinePart
}

/**
 * One field of a record, declared once: its label, how its values compare, the schema that validates it, and its traits.
 * Wire shapes, list columns, histories, imports, files, copies, forms and database checks are derived from these; how it
 * looks is said in `client/common/field-places.ts`.
 */
export interface RecordField<S extends Schema = Schema, K extends ColumnKind = ColumnKind> extends Traits {
  readonly label: string
  readonly kind: K
  readonly schema: S
  readonly choices?: readonly string[]
  /** The words for the choices, where they are not their own. */
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

export const textField = (label: string, max = 255, traits: Traits = {}) =>
  field(label, 'text', text(max), traits)
export const dayField = (label: string, traits: Traits = {}) => field(label, 'date', day, traits)
export const birthDayField = (label: string) => field(label, 'date', birthDay, { format: 'birth' })
export const moneyField = (label: string, traits: Traits = {}) => field(label, 'money', charge, traits)
export const yesNoField = (label: string, traits: Traits = {}) => field(label, 'boolean', yesNo, traits)
export const emailField = (label: string) => field(label, 'text', emailAddress, { format: 'email' })
export const phoneField = (label: string) => field(label, 'text', phone, { format: 'phone' })
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

/** The names of the fields that have a trait, for the compiler. */
export type NamesWith<F extends RecordFields, T extends keyof Traits> = {
  [K in keyof F & string]: F[K] extends Readonly<Record<T, true>> ? K : never
}[keyof F & string]

/** The names of the fields that have a trait, in their order. */
export const namesWith = <F extends RecordFields, T extends keyof Traits>(
  fields: F,
  trait: T,
): readonly NamesWith<F, T>[] =>
  // the filter says at run time what NamesWith says to the compiler
  Object.keys(fields).filter((name) => fields[name]?.[trait] === true) as NamesWith<F, T>[]

/** The fields as columns of a list: everything but the sensitive ones. */
export const columnsOf = <F extends RecordFields>(
  fields: F,
): { [K in keyof F as F[K] extends { sensitive: true } ? never : K]: Column } => {
  const listed = Object.entries(fields).filter(([, entry]) => !entry.sensitive)
  const columns = listed.map(([name, { label, kind, choices }]): [string, Column] => [
    name,
    choices ? { label, kind, choices } : { label, kind },
  ])
  // Object.fromEntries forgets the keys; they are exactly those of `fields` without the sensitive ones.
  return Object.fromEntries(columns) as ReturnType<typeof columnsOf<F>>
}

/** The fields as a writable subset: every key optional, emptied with null unless required. */
type Writable<F extends RecordFields> = {
  [K in keyof F as F[K] extends { readOnly: true } ? never : K]: z.ZodMiniOptional<
    F[K] extends { required: true } ? F[K]['schema'] : z.ZodMiniNullable<F[K]['schema']>
  >
}

export const writableShape = <F extends RecordFields>(fields: F): Writable<F> => {
  const shape = Object.entries(fields)
    .filter(([, entry]) => !entry.readOnly)
    .map(([name, { schema, required }]) => [name, z.optional(required ? schema : z.nullable(schema))])
  // As above: the keys are those of `fields`.
  return Object.fromEntries(shape) as Writable<F>
}

type Plain<K extends ColumnKind> = K extends 'boolean'
  ? z.ZodMiniBoolean
  : K extends 'number'
    ? z.ZodMiniNumber
    : z.ZodMiniString
type Readable<F extends RecordFields> = { [K in keyof F]: z.ZodMiniNullable<Plain<F[K]['kind']>> }

/** The fields as they are read: text (days, money and choices too), numbers or booleans, or null. */
export const readableShape = <F extends RecordFields>(fields: F): Readable<F> => {
  const plain = (kind: ColumnKind) =>
    z.nullable(kind === 'boolean' ? z.boolean() : kind === 'number' ? z.number() : z.string())
  const shape = Object.entries(fields).map(([name, { kind }]) => [name, plain(kind)])
  return Object.fromEntries(shape) as Readable<F>
}
