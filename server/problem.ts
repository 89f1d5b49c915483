import { problems, summaryOf, textFor, texts, type FieldErrors, type ProblemCode } from '#contract/problem.ts'

/** A failure that the caller is told about; only `http/problems.ts` renders it. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly errors: FieldErrors | undefined
  readonly data: unknown
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ProblemCode,
    more: {
      message?: string
      errors?: FieldErrors
      data?: unknown
      headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(more.message ?? (more.errors ? summaryOf(more.errors) : problems[code].message))
    this.name = 'Problem'
    this.code = code
    this.errors = more.errors
    this.data = more.data
    this.headers = more.headers ?? {}
  }
}

/** The ways to fail, by name. */
export const problem = {
  notFound: () => new Problem('not_found'),
  forbidden: (message?: string) => new Problem('forbidden', message === undefined ? {} : { message }),
  unauthenticated: () => new Problem('unauthenticated'),
  tokenMismatch: () => new Problem('token_mismatch'),
  /** Messages by field; `:attribute` is filled in. */
  invalid: (errors: Record<string, string | string[]>) =>
    new Problem('invalid', {
      errors: Object.fromEntries(
        Object.entries(errors).map(([field, messages]) => [
          field,
          [messages].flat().map((message) => textFor(message, field)),
        ]),
      ),
    }),
  /** A reference in a body or query to what is unknown, or not the caller's: the same words for both. */
  selected: (field: string) => problem.invalid({ [field]: texts.selected }),
  /** The record changed since it was read; `data` is the record as it now is. */
  stale: (data: unknown, message?: string) =>
    new Problem('stale', message === undefined ? { data } : { data, message }),
  exists: (message: string) => new Problem('exists', { message }),
  inUse: (message: string) => new Problem('in_use', { message }),
  /** Something is kept in a shape that this program does not know: a newer one may. `what` as staff call it. */
  unknownContent: (what: string) =>
    new Problem('unknown_content', {
      message: `What is kept of “${what}” cannot be read by this version of Shipmate. It was left as it is: tell the provider of Shipmate.`,
    }),
  busy: (message: string) => new Problem('busy', { message }),
  tooMany: (seconds: number, message?: string, errors?: FieldErrors) =>
    new Problem('too_many', {
      message: message ?? problems.too_many.message,
      ...(errors ? { errors } : {}),
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
    }),
}
