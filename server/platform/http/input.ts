import type { core } from 'zod/mini'
import * as z from 'zod/mini'
import type { Endpoint, Schema } from '#contract/platform/endpoint.ts'
import { isStorableText } from '#contract/platform/fields.ts'
import { fieldErrorsOf, textFor, texts, validationText } from '#contract/platform/problem.ts'
import { withPhoneReader } from '#contract/platform/phone.ts'
import { readUsPhone } from '#server/platform/lib/phones.ts'
import { Problem, problem } from '#server/platform/problem.ts'

/** The deepest nesting allowed in a body. No valid body is deeper. */
const maxDepth = 20

const cleanText = (
  text: string,
  path: string,
  literal: boolean,
  errors: Map<string, string[]>,
): string | null => {
  if (!isStorableText(text)) errors.set(path, [textFor(texts.invalid, path)])
  if (literal) return text
  const trimmed = text.trim()
  return trimmed === '' ? null : trimmed
}

interface Cleaning {
  readonly literal: ReadonlySet<string>
  readonly errors: Map<string, string[]>
}

const cleanValue = (value: unknown, path: readonly string[], cleaning: Cleaning): unknown => {
  if (path.length > maxDepth) throw new Problem('unreadable')
  if (typeof value === 'string') {
    const isLiteral = cleaning.literal.has(path.at(-1) ?? '')
    return cleanText(value, path.join('.'), isLiteral, cleaning.errors)
  }
  if (Array.isArray(value))
    return value.map((item, index) => cleanValue(item, [...path, String(index)], cleaning))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cleanValue(item, [...path, key], cleaning)]),
  )
}

/** Trims every text and changes '' to null, except for the literal keys. Rejects text that can’t be stored. */
export const cleanBody = (body: unknown, literal: readonly string[] = []): unknown => {
  const cleaning: Cleaning = { literal: new Set(literal), errors: new Map() }
  const cleaned = cleanValue(body, [], cleaning)
  if (cleaning.errors.size > 0) throw new Problem('invalid', { errors: Object.fromEntries(cleaning.errors) })
  return cleaned
}

/** Parses input by a schema. @throws Problem `invalid` with messages by field */
export const parse = <S extends Schema>(schema: S, value: unknown): z.output<S> => {
  const parsed = withPhoneReader(readUsPhone, () =>
    z.safeParse(schema, value, { error: (issue: core.$ZodRawIssue) => validationText(issue) }),
  )
  if (parsed.success) return parsed.data
  throw new Problem('invalid', { errors: fieldErrorsOf(parsed.error.issues) })
}

const hasUnstorable = (values: Record<string, unknown>): string | undefined =>
  Object.keys(values).find((key) =>
    [values[key]].flat().some((v) => typeof v === 'string' && !isStorableText(v)),
  )

/** Parses the path’s parameters. @throws Problem 404 if a value can’t be an ID */
export const parseParams = (endpoint: Endpoint, params: unknown): unknown => {
  if (!endpoint.params) return undefined
  const parsed = z.safeParse(endpoint.params, params)
  if (!parsed.success) throw problem.notFound()
  return parsed.data
}

/** Parses the query; blank parameters are ignored. */
export const parseQuery = (endpoint: Endpoint, query: unknown): unknown => {
  if (!endpoint.query) return undefined
  const given = Object.entries({ ...(typeof query === 'object' ? query : {}) }).filter(
    ([, value]) => value !== '',
  )
  const values = Object.fromEntries(given)
  const wrong = hasUnstorable(values)
  if (wrong !== undefined) throw problem.invalid({ [wrong]: texts.invalid })
  return parse(endpoint.query, values)
}
