import { get, set, type FieldErrors as FormErrors, type FieldValues, type Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Schema } from '#contract/platform/endpoint.ts'
import { fieldErrorsOf, validationText } from '#contract/platform/problem.ts'
import { shownText } from '#contract/app/shown-texts.ts'

/**
 * Returns a form's values as a body: text trimmed and '' as null, like the server, except for the literal keys
 * (passwords, rich text). Leaves out undefined keys.
 */
export const bodyFrom = (values: unknown, literal: readonly string[] = []): unknown => {
  if (typeof values === 'string') return values.trim() === '' ? null : values.trim()
  if (Array.isArray(values)) return values.map((value: unknown) => bodyFrom(value, literal))
  if (typeof values !== 'object' || values === null) return values
  const pairs = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(
    pairs.map(([key, value]) => [key, literal.includes(key) ? value : bodyFrom(value, literal)]),
  )
}

/** Returns the first error per field of a body; empty if it's valid. The texts are the wire messages. */
export const problemsOf = (schema: Schema, body: unknown): ReadonlyMap<string, string> => {
  const result = z.safeParse(schema, body, { error: validationText })
  if (result.success) return new Map()
  const firsts = Object.entries(fieldErrorsOf(result.error.issues)).map(
    ([field, messages]) => [field, messages[0] ?? ''] as const,
  )
  return new Map(firsts)
}

/** The labels of a form's mounted fields, and which of them offer choices. */
export interface Words {
  readonly labels: ReadonlyMap<string, string>
  readonly choices: ReadonlySet<string>
}

/** Returns the sentence that a form shows for a validation message on the wire. */
export const messageFor = (message: string, field: string, words: Words, values: unknown): string => {
  // an error in one of several values uses the field's label
  const named = words.labels.has(field) ? field : field.replace(/\.\d+$/, '')
  const value: unknown = get(values, field)
  return shownText({
    message,
    field,
    label: words.labels.get(named),
    isChoice: words.choices.has(named),
    value,
  })
}

/** Validates with a schema of the contract; field names are dot paths. */
export const schemaResolver =
  <V extends FieldValues>(schema: Schema, literal: readonly string[], words: Words): Resolver<V> =>
  (values) => {
    const problems = problemsOf(schema, bodyFrom(values, literal))
    if (problems.size === 0) return { values, errors: {} }
    const errors: FormErrors<V> = {}
    for (const [field, message] of problems)
      set(errors, field || 'root', { type: 'schema', message: messageFor(message, field, words, values) })
    return { values: {}, errors }
  }
