import type { RecordField, RecordFields } from '#contract/platform/record/record-field.ts'
import { valueWords } from './field-value.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { formatPhone } from '#client/platform/lib/format.ts'
import { bodyFrom } from '#client/platform/ui/form/form-values.ts'

/** Form values for a record's fields: '' for empty text and dates, null for other empty values. */
export type FormValues = Record<string, string | number | boolean | null>

type Values = Readonly<Record<string, unknown>>

const isTyped = ({ kind, choices }: RecordField): boolean =>
  choices === undefined && (kind === 'text' || kind === 'date' || kind === 'money')

/** Returns a value of a record that is text, a number or yes or no; null for others. */
export const plainValue = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** Returns a form's initial values. */
export const formValuesOf = (fields: RecordFields, record: Values): FormValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = plainValue(record[name])
      if (value === null) return [name, isTyped(field) ? '' : null]
      return [name, field.format === 'phone' && typeof value === 'string' ? formatPhone(value) : value]
    }),
  )

/** Returns only the values of a form's body that differ from the initial ones. */
export const changesOf = (begun: FormValues, body: Values): Values => {
  const before = bodyFrom(begun)
  const former: Values = typeof before === 'object' && before !== null ? { ...before } : {}
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => (former[name] ?? null) !== value))
}

/** Describes the fields for choosing between two versions. */
export const mergeFieldsOf = (fields: RecordFields): MergeFields<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { label }]) => [
      name,
      { label, words: (values: Values) => valueWords(name, plainValue(values[name])) },
    ]),
  )
