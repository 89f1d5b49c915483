import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, apiErrorOf, logFailure } from './api-error.ts'
import { bodyOf, urlOf, type Ask, type PlainAsk, type ReplyOf, type Wire } from './ask.ts'
import { currentBase } from './host.ts'
import { newKey } from './new-key.ts'
import { transmit, type Incoming, type Outgoing } from './transport.ts'
import { xsrfToken } from './xsrf.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Polling and refetching: the server does not take it for activity (decisions section 5). */
  readonly background?: boolean
  /** Of an upload: bytes gone out, bytes in all. */
  readonly onProgress?: (sent: number, total: number) => void
  /** Given again when the same act is sent again after no answer came, so that it happens once. */
  readonly idempotencyKey?: string
  /** The page is going: the request outlives it. */
  readonly leaving?: boolean
  /** The boot call: a 401 is an answer, not a reason to leave the page (rule R9). */
  readonly expectsGuest?: boolean
}

/** A reply, and the change it made where it can be undone (`X-Change-Id`). */
export interface Answered<R> {
  readonly reply: R
  readonly changeId: string | null
}

/** What the app does when a call says that the session is gone, or that more proof is wanted. */
export interface CallListener {
  readonly onUnauthenticated?: () => void
  /** The account must set up its second factor first. */
  readonly onFactorNeeded?: () => void
  /** Answers whether the password was confirmed; then the call is repeated (rule R18). */
  readonly onPasswordNeeded?: () => Promise<boolean>
}

let listener: CallListener = {}
let lastForegroundAt = 0

/** Connects the app: the given parts replace what listened before. */
export const listenToCalls = (parts: CallListener): void => {
  listener = { ...listener, ...parts }
}

/** When the server last heard of a person's act, in milliseconds since the epoch. */
export const lastForegroundCall = (): number => lastForegroundAt

/**
 * Calls an endpoint of the contract and resolves to its unwrapped reply (specification section 7).
 * Rejects with an `ApiError`, parsed once; 401 also sends the app to the login (rule R7).
 */
export const call = async <E extends Endpoint>(
  endpoint: E | Wire<E>,
  ask: Ask<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> => (await callWithChange(endpoint, ask, options)).reply

/** As `call`, with the id of the change that the call made. */
export const callWithChange = async <E extends Endpoint>(
  endpoint: E | Wire<E>,
  ask: Ask<E>,
  options: CallOptions = {},
): Promise<Answered<ReplyOf<E>>> => {
  const { body, changeId } = await perform(endpoint, ask, options)
  // In development and in tests the server parses every reply against this same contract. In production nobody does:
  // a parse here would bring the validation library into the login.
  return { reply: unwrap(body) as ReplyOf<E>, changeId }
}

interface Performed {
  readonly body: unknown
  readonly changeId: string | null
}

const perform = async (endpoint: Wire, ask: PlainAsk, options: CallOptions): Promise<Performed> => {
  try {
    return await attempt(endpoint, ask, options, true)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.kind === 'password-needed' && (await listener.onPasswordNeeded?.()) === true)
      return await attempt(endpoint, ask, options, true)
    logFailure(error)
    tellApp(error, options)
    throw error
  }
}

const tellApp = ({ kind }: ApiError, { expectsGuest = false }: CallOptions): void => {
  if (kind === 'unauthenticated' && !expectsGuest) listener.onUnauthenticated?.()
  if (kind === 'factor-needed') listener.onFactorNeeded?.()
}

const attempt = async (
  endpoint: Wire,
  ask: PlainAsk,
  options: CallOptions,
  mayRenew: boolean,
): Promise<Performed> => {
  if (endpoint.method !== 'GET' && xsrfToken() === null) await renewToken()
  const answer = await transmit(outgoing(endpoint, ask, options))
  if (!options.background) lastForegroundAt = Date.now()
  if (answer.status >= 200 && answer.status < 300)
    return { body: await readReply(endpoint, answer), changeId: answer.header('X-Change-Id') }
  const error = apiErrorOf(answer.status, answer.header, await readBody(answer))
  if (error.kind === 'token-mismatch' && mayRenew) {
    await renewToken()
    return attempt(endpoint, ask, options, false)
  }
  throw error
}

const outgoing = (endpoint: Wire, ask: PlainAsk, options: CallOptions): Outgoing => {
  const body = bodyOf(endpoint, ask)
  return {
    method: endpoint.method,
    url: currentBase() + urlOf(endpoint, ask),
    headers: headersFor(endpoint, body, options),
    body,
    signal: options.signal,
    onProgress: options.onProgress,
    keepalive: options.leaving,
  }
}

const headersFor = (
  endpoint: Wire,
  body: string | FormData | null,
  options: CallOptions,
): Readonly<Record<string, string>> => {
  const token = xsrfToken()
  return {
    Accept: 'application/json, text/plain, */*',
    'X-Requested-With': 'XMLHttpRequest',
    // The boundary of form data is the browser's to write.
    ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    ...(token === null ? {} : { 'X-XSRF-TOKEN': token }),
    ...(options.background ? { 'X-Background': '1' } : {}),
    ...(endpoint.idempotent ? { 'Idempotency-Key': options.idempotencyKey ?? newKey() } : {}),
  }
}

let renewing: Promise<unknown> | null = null

/** Fetches the anti-forgery cookie; callers at the same time share one request (rules R4, R13). */
const renewToken = (): Promise<unknown> => {
  renewing ??= transmit({
    method: 'GET',
    url: `${currentBase()}/sanctum/csrf-cookie`,
    headers: { Accept: 'application/json, text/plain, */*', 'X-Requested-With': 'XMLHttpRequest' },
    body: null,
  }).finally(() => {
    renewing = null
  })
  return renewing
}

const readReply = (endpoint: Wire, answer: Incoming): Promise<unknown> =>
  endpoint.reply.envelope === 'download' ? answer.blob() : readBody(answer)

/** The body as JSON where it is JSON, else as text; undefined when there is none. A failed download is read the same way (rule R12). */
const readBody = async (answer: Incoming): Promise<unknown> => {
  if (answer.status === 204) return undefined
  const text = await (await answer.blob()).text()
  if (text === '') return undefined
  try {
    const parsed: unknown = JSON.parse(text)
    return parsed
  } catch {
    return text
  }
}

/** Rules R5 and R6: a body with `meta` whole, else its `data`, else itself; by presence of the key, one level only. */
export const unwrap = (body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || body instanceof Blob) return body
  if (Object.hasOwn(body, 'meta')) return body
  return 'data' in body && Object.hasOwn(body, 'data') ? body.data : body
}
