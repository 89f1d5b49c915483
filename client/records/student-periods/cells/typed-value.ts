import * as z from 'zod/mini'
import { validationText } from '#contract/platform/problem.ts'
import type { RecordField } from '#contract/platform/record/record-field.ts'
import { shownText } from '#contract/app/shown-texts.ts'
import { parseDateText, showDateText } from '#client/platform/ui/controls/date-text.ts'

/** A value as in a record. */
type Stored = string | number | boolean | null
/** The parsed text, or its error. */
export type Read = { readonly value: Stored } | { readonly error: string }

const parsedValue = (kind: RecordField['kind'], text: string): string | number | boolean => {
  if (kind === 'date') return parseDateText(text, 'other') ?? text
  if (kind === 'boolean') return text === 'true'
  return kind === 'number' ? Number(text) : text
}

/** Parses typed text for a field: its value, null for empty text, or the error as a sentence. */
export const readTyped = ({ label, kind, schema }: RecordField, typed: string): Read => {
  const text = typed.trim()
  if (text === '') return { value: null }
  const parsed = z.safeParse(schema, parsedValue(kind, text), { error: validationText })
  if (!parsed.success) {
    const message = parsed.error.issues[0]?.message ?? ''
    return { error: shownText({ message, field: '', label, value: text }) }
  }
  // fields have only text, dates, numbers, and yes or no
  return { value: parsed.data as Stored }
}

/** Returns a value as text to edit. */
export const showTyped = ({ kind }: RecordField, value: Stored): string =>
  value === null ? '' : kind === 'date' ? showDateText(String(value)) : String(value)
