import { isRecord } from './plain-record.ts'

/** What a screen may want to know of a failure. Screens never look at status numbers. */
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

/** One message per field, the first (specification section 8). */
export type FieldMessages = Readonly<Record<string, string>>

interface Facts {
  readonly kind: ApiErrorKind
  readonly message: string
  readonly status?: number
  readonly code?: string | undefined
  readonly fieldErrors?: FieldMessages
  readonly data?: unknown
  readonly retryAfter?: number | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** Every way a call can fail, parsed once. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly kind: ApiErrorKind
  /** 0 when no answer came. For tests and the console; screens use `kind`. */
  readonly status: number
  readonly code: string | undefined
  /** By field, dot paths kept; empty when the answer named none. */
  readonly fieldErrors: FieldMessages
  /** With `stale`: the record as it is now. */
  readonly data: unknown
  /** Seconds to wait. */
  readonly retryAfter: number | undefined
  /** What to tell support. */
  readonly requestId: string | undefined

  constructor(facts: Facts) {
    super(facts.message, { cause: facts.cause })
    this.kind = facts.kind
    this.status = facts.status ?? 0
    this.code = facts.code
    this.fieldErrors = facts.fieldErrors ?? {}
    this.data = facts.data
    this.retryAfter = facts.retryAfter
    this.requestId = facts.requestId
  }
}

const textIn = (body: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const value = body[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** `{sid: ['a', 'b'], dob: []}` → `{sid: 'a'}` (rule R10). */
export const firstMessages = (errors: unknown): FieldMessages => {
  if (!isRecord(errors)) return {}
  const pairs = Object.entries(errors).flatMap(([field, messages]) => {
    const first: unknown = Array.isArray(messages) ? messages[0] : messages
    return typeof first === 'string' ? [[field, first] as const] : []
  })
  return Object.fromEntries(pairs)
}

/** Where the code says more than the status. */
const kindsByCode: Readonly<Record<string, ApiErrorKind>> = {
  stale: 'stale',
  two_factor_required: 'factor-needed',
  unknown_content: 'unreadable',
}

const kindOf = (status: number, code = ''): ApiErrorKind =>
  kindsByCode[code] ?? kinds[status] ?? (status >= 500 ? 'server' : 'unknown')

/** Parses a failed answer: its status, its headers and whatever its body is. */
export const apiErrorOf = (
  status: number,
  header: (name: string) => string | null,
  body: unknown,
): ApiError => {
  const wire = isRecord(body) ? body : {}
  const code = textIn(wire, 'code')
  const retryAfter = Number(header('Retry-After') ?? Number.NaN)
  return new ApiError({
    kind: kindOf(status, code),
    status,
    code,
    message: textIn(wire, 'message') ?? 'The server could not answer.',
    fieldErrors: firstMessages(wire['errors']),
    data: wire['data'],
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
    requestId: textIn(wire, 'request_id'),
  })
}

/** A call that got no answer: left by the caller, or the network is away. */
export const noAnswer = (cause: unknown): ApiError => {
  const isAbort = cause instanceof DOMException && cause.name === 'AbortError'
  return isAbort
    ? new ApiError({ kind: 'aborted', message: 'The call was left.', cause })
    : new ApiError({ kind: 'network', message: 'The server cannot be reached. Check the connection.', cause })
}

/** Logs a failure once (rules R10, R11): silent for 401, 422 and for calls that were left. */
export const logFailure = (error: ApiError): void => {
  const quiet: readonly ApiErrorKind[] = ['unauthenticated', 'invalid', 'aborted']
  if (!quiet.includes(error.kind)) console.error(error)
}
