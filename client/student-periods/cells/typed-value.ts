import * as z from 'zod/mini'
import { validationText } from '#contract/problem.ts'
import type { RecordField } from '#contract/record-field.ts'
import { parseDateText, showDateText } from '#client/ui/controls/date-text.ts'

/** A value as records hold it. */
type Stored = string | number | boolean | null
/** What was typed, read; or what is wrong with it. */
export type Read = { readonly value: Stored } | { readonly error: string }

const givenOf = (kind: RecordField['kind'], text: string): string | number | boolean => {
  if (kind === 'date') return parseDateText(text, 'other') ?? text
  if (kind === 'boolean') return text === 'true'
  return kind === 'number' ? Number(text) : text
}

/** What was typed into a field, as the field's own kind, or what is wrong with it in a sentence; null for nothing. */
export const readTyped = ({ kind, schema }: RecordField, typed: string): Read => {
  const text = typed.trim()
  if (text === '') return { value: null }
  const parsed = z.safeParse(schema, givenOf(kind, text), { error: validationText })
  if (!parsed.success)
    return { error: parsed.error.issues[0]?.message ?? 'This is not a value of the field.' }
  // no field takes anything but text, days, numbers and yes or no
  return { value: parsed.data as Stored }
}

/** A value as it is typed. */
export const showTyped = ({ kind }: RecordField, value: Stored): string =>
  value === null ? '' : kind === 'date' ? showDateText(String(value)) : String(value)
