import type { RecordField, RecordFields } from '#contract/record-field.ts'
import { valueWords } from './field-value.ts'
import type { MergeFields } from '#client/lib/merge.ts'
import { formatPhone } from '#client/lib/format.ts'
import { bodyFrom } from '#client/ui/form/form-values.ts'

/** The values of a form over fields of a record: '' for empty text and days, null for everything else that is empty. */
export type FormValues = Record<string, string | number | boolean | null>

type Values = Readonly<Record<string, unknown>>

const isTyped = ({ kind, choices }: RecordField): boolean =>
  choices === undefined && (kind === 'text' || kind === 'date' || kind === 'money')

const plain = (value: unknown): string | number | boolean | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null

/** What a form begins with. */
export const formValuesOf = (fields: RecordFields, record: Values): FormValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = plain(record[name])
      if (value === null) return [name, isTyped(field) ? '' : null]
      return [name, field.format === 'phone' && typeof value === 'string' ? formatPhone(value) : value]
    }),
  )

/** Of a form's body only what differs from what the form began with: nothing else is sent. */
export const changesOf = (begun: FormValues, body: Values): Values => {
  const before = bodyFrom(begun)
  const former: Values = typeof before === 'object' && before !== null ? { ...before } : {}
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => (former[name] ?? null) !== value))
}

/** The fields in words, for choosing between two versions. */
export const mergeFieldsOf = (fields: RecordFields): MergeFields<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { label }]) => [
      name,
      { label, words: (values: Values) => valueWords(name, plain(values[name])) },
    ]),
  )
