import * as z from 'zod/mini'
import { birthDay, charge, day, emailAddress, phone, text, yesNo, zip } from './fields.ts'
import { country, usState } from './place-fields.ts'
import type { Schema } from './endpoint.ts'
import type { Column, ColumnKind } from './table-filters.ts'

/**
 * One field of a record: its label, how its values compare, and the schema that validates it.
 * Wire shapes, list columns, history labels, import targets and database checks are derived from these.
 */
export interface RecordField<S extends Schema = Schema, K extends ColumnKind = ColumnKind> {
  readonly label: string
  readonly kind: K
  readonly schema: S
  readonly choices?: readonly string[]
  /** Written by product admins only (403 on the key otherwise). */
  readonly adminOnly?: boolean
  /** Never listed, sorted, filtered or shown whole. */
  readonly sensitive?: boolean
  /** Must always have a value. */
  readonly required?: boolean
  /** Kept by the system; read-only for everybody. */
  readonly readOnly?: boolean
}
export type RecordFields = Readonly<Record<string, RecordField>>

interface Traits {
  readonly adminOnly?: boolean
  readonly required?: boolean
  readonly readOnly?: boolean
}

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
export const birthDayField = (label: string, traits: Traits = {}) => field(label, 'date', birthDay, traits)
export const moneyField = (label: string, traits: Traits = {}) => field(label, 'money', charge, traits)
export const yesNoField = (label: string, traits: Traits = {}) => field(label, 'boolean', yesNo, traits)
export const emailField = (label: string) => field(label, 'text', emailAddress, {})
export const phoneField = (label: string) => field(label, 'text', phone, {})
export const zipField = (label: string) => field(label, 'text', zip, {})
export const usStateField = (label: string) => ({
  ...field(label, 'choice', usState, {}),
  choices: usState.options,
})
export const countryField = (label: string) => ({
  ...field(label, 'choice', country, {}),
  choices: country.options,
})
export const choiceField = <const V extends readonly [string, ...string[]]>(
  label: string,
  values: V,
  traits: Traits = {},
) => ({ ...field(label, 'choice', z.enum(values), traits), choices: values })

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
