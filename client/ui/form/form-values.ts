import { set, type FieldErrors as FormErrors, type FieldValues, type Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import type { Schema } from '#contract/endpoint.ts'
import { fieldErrorsOf, validationText } from '#contract/problem.ts'

/**
 * A form's values as a body: text trimmed and '' made null, as the server would (decisions section 4),
 * but for the literal keys (passwords, rich text). Undefined keys are left out.
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

/** The first message per field that a body fails on; empty when it passes. Texts are the contract's. */
export const problemsOf = (schema: Schema, body: unknown): ReadonlyMap<string, string> => {
  const result = z.safeParse(schema, body, { error: validationText })
  if (result.success) return new Map()
  const firsts = Object.entries(fieldErrorsOf(result.error.issues)).map(
    ([field, messages]) => [field, messages[0] ?? ''] as const,
  )
  return new Map(firsts)
}

/** Validates by a schema of the contract, dot paths and all. */
export const schemaResolver =
  <V extends FieldValues>(
    schema: Schema,
    literal: readonly string[],
    labels: ReadonlyMap<string, string>,
  ): Resolver<V> =>
  (values) => {
    const problems = problemsOf(schema, bodyFrom(values, literal))
    if (problems.size === 0) return { values, errors: {} }
    const errors: FormErrors<V> = {}
    for (const [field, message] of problems)
      set(errors, field || 'root', { type: 'schema', message: inWordsOf(message, field, labels.get(field)) })
    return { values: {}, errors }
  }

/** 'Student ID' within a sentence: 'student ID'; words in capitals stay. */
const withinSentence = (label: string): string =>
  label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())

/** Says a message in the form's words: 'The sid has already been taken.' → 'The student ID has already been taken.' */
export const inWordsOf = (message: string, field: string, label: string | undefined): string =>
  label === undefined ? message : message.replace(field.replaceAll('_', ' '), withinSentence(label))
