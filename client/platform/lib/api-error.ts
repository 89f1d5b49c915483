import { failureText, shownText } from '#contract/app/shown-texts.ts'
import { isRecord } from './plain-record.ts'

/** The kinds of failure that screens tell apart. Screens never check status codes. */
export type ApiErrorKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'factor-needed'
  | 'not-found'
  | 'stale'
  | 'conflict'
  | 'invalid'
  | 'too-large'
  | 'unsupported-media'
  | 'token-mismatch'
  | 'password-needed'
  | 'throttled'
  | 'unavailable'
  | 'server'
  | 'unreadable'
  | 'network'
  | 'aborted'
  | 'unknown'

const kinds: Readonly<Record<number, ApiErrorKind>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not-found',
  409: 'conflict',
  413: 'too-large',
  415: 'unsupported-media',
  419: 'token-mismatch',
  422: 'invalid',
  423: 'password-needed',
  429: 'throttled',
  503: 'unavailable',
}

/** The first message of each field. */
export type FieldMessages = Readonly<Record<string, string>>

interface Facts {
  readonly kind: ApiErrorKind
  readonly message: string
  readonly wireMessage?: string | undefined
  readonly status?: number
  readonly code?: string | undefined
  /** The messages as on the wire. */
  readonly fieldErrors?: FieldMessages
  readonly data?: unknown
  readonly retryAfter?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** A failed call, parsed once. `message` and `fieldErrors` are sentences for users. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** 0 if there was no response. For tests and the console; screens use `kind`. */
  readonly status: number
  readonly code: string | undefined
  /** Sentences by field, as dot paths; empty if the response named no field. */
  readonly fieldErrors: FieldMessages
  /** The same messages as on the wire; forms build sentences with their labels from these. */
  readonly wireErrors: FieldMessages
  /** The message as on the wire. */
  readonly wireMessage: string
  /** With `stale`: the current record. */
  readonly data: unknown
  /** Seconds to wait. */
  readonly retryAfter: number | undefined
  /** The ID for support. */
  readonly requestId: string | undefined

  constructor(facts: Facts) {
    super(facts.message, { cause: facts.cause })
    this.kind = facts.kind
    this.status = facts.status ?? 0
    this.code = facts.code
    this.wireErrors = facts.fieldErrors ?? {}
    this.fieldErrors = shownMessages(this.wireErrors)
    this.wireMessage = facts.wireMessage ?? facts.message
    this.data = facts.data
    this.retryAfter = facts.retryAfter
    this.requestId = facts.requestId
  }

  /** Whether the same call can succeed later: there's no connection, or the server is away. */
  get isTemporary(): boolean {
    return this.kind === 'network' || this.kind === 'unavailable'
  }
}

const textIn = (body: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const value = body[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `{sid: ['a', 'b'], dob: []}` → `{sid: 'a'}`. */
const firstMessages = (errors: unknown): FieldMessages => {
  if (!isRecord(errors)) return {}
  const pairs = Object.entries(errors).flatMap(([field, messages]) => {
    const first: unknown = Array.isArray(messages) ? messages[0] : messages
    return typeof first === 'string' ? [[field, first] as const] : []
  })
  return Object.fromEntries(pairs)
}

const shownMessages = (messages: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(messages).map(([field, message]) => [field, shownText({ message, field })]),
  )

/** Kinds of the codes that are more specific than the status. */
const kindsByCode: Readonly<Record<string, ApiErrorKind>> = {
  stale: 'stale',
  two_factor_required: 'factor-needed',
  unknown_content: 'unreadable',
}

const kindOf = (status: number, code = ''): ApiErrorKind =>
  kindsByCode[code] ?? kinds[status] ?? (status >= 500 ? 'server' : 'unknown')

/** Parses a failed response: its status, its headers and its body of any type. */
export const apiErrorOf = (
  status: number,
  header: (name: string) => string | null,
  body: unknown,
): ApiError => {
  const wire = isRecord(body) ? body : {}
  const code = textIn(wire, 'code')
  const seconds = Number(header('Retry-After') ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined
  const wireMessage = textIn(wire, 'message')
  const fieldErrors = firstMessages(wire['errors'])
  return new ApiError({
    kind: kindOf(status, code),
    status,
    code,
    message: failureText({ code, message: wireMessage, fieldErrors, retryAfter }),
    wireMessage,
    fieldErrors,
    data: wire['data'],
    retryAfter,
    requestId: textIn(wire, 'request_id'),
  })
}

/** Returns the error of a call without a response: canceled, or offline. */
export const networkError = (cause: unknown): ApiError => {
  const isAbort = cause instanceof DOMException && cause.name === 'AbortError'
  return isAbort
    ? new ApiError({ kind: 'aborted', message: 'The request was canceled.', cause })
    : new ApiError({ kind: 'network', message: 'Can’t reach the server. Check your connection.', cause })
}

/** Logs a failure once, except 401, 422 and canceled calls. */
export const logFailure = (error: ApiError): void => {
  const quiet: readonly ApiErrorKind[] = ['unauthenticated', 'invalid', 'aborted']
  if (!quiet.includes(error.kind)) console.error(error)
}
