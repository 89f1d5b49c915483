import {
  problems,
  summaryOf,
  textFor,
  texts,
  type FieldErrors,
  type ProblemCode,
} from '#contract/platform/problem.ts'

/** A failure reported to the caller. Only `http/problems.ts` renders it. */
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

/** The failures by name. */
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
  /** A reference in a body or query to an unknown or foreign record, with the same message for both. */
  selected: (field: string) => problem.invalid({ [field]: texts.selected }),
  /** Someone else changed the record; `data` is the current record. */
  stale: (data: unknown, message?: string) =>
    new Problem('stale', message === undefined ? { data } : { data, message }),
  exists: (message: string) => new Problem('exists', { message }),
  /** A record that may exist already; `data` says which ones may be the same. */
  duplicate: (data: unknown, message: string) => new Problem('duplicate', { data, message }),
  inUse: (message: string) => new Problem('in_use', { message }),
  /**
   * Saved data in a format this version doesn’t know, perhaps from a newer version. `what` is the name staff
   * use.
   */
  unknownContent: (what: string) =>
    new Problem('unknown_content', {
      message: `This version of Shipmate can’t read “${what}”. It didn’t change. Contact Shipmate support.`,
    }),
  busy: (message: string) => new Problem('busy', { message }),
  tooMany: (seconds: number, message?: string, errors?: FieldErrors) =>
    new Problem('too_many', {
      message: message ?? problems.too_many.message,
      ...(errors ? { errors } : {}),
      headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
    }),
}
