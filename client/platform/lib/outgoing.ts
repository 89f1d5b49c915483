import { bodyOf, urlOf, type PlainAsk, type Wire } from './ask.ts'
import { currentBase } from './host.ts'
import { newKey } from './new-key.ts'
import { xsrfToken } from './xsrf.ts'

export interface CallOptions {
  readonly signal?: AbortSignal
  /** For polling and refetching: the server doesn't count it as activity. */
  readonly background?: boolean
  /** Called during an upload with the bytes sent and the total. */
  readonly onProgress?: (sent: number, total: number) => void
  /** Pass the same key to repeat a call after no response, so that it takes effect once. */
  readonly idempotencyKey?: string
  /** The page is closing: the request continues. */
  readonly leaving?: boolean
  /** For the first call: a 401 is an expected response, not a reason to leave the page. */
  readonly expectsGuest?: boolean
}

/** A request to send. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | null
  readonly signal?: AbortSignal | undefined
  /** Continues when the page is closed. */
  readonly keepalive?: boolean | undefined
  /** Reports the upload progress; selects the transport that supports it. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined
}

/** Returns the full URL of a call. A call sent ahead is found again by it (`ahead.ts`). */
export const fullUrlOf = (endpoint: Wire, ask: PlainAsk): string => currentBase() + urlOf(endpoint, ask)

/** Returns the request of a call. */
export const outgoing = (endpoint: Wire, ask: PlainAsk, options: CallOptions): Outgoing => {
  const body = bodyOf(endpoint, ask)
  return {
    method: endpoint.method,
    url: fullUrlOf(endpoint, ask),
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
  // browsers read cookies slowly, and only changes need the token
  const token = endpoint.method === 'GET' ? null : xsrfToken()
  return {
    Accept: 'application/json, text/plain, */*',
    'X-Requested-With': 'XMLHttpRequest',
    // The browser sets the boundary of form data.
    ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
    ...(token === null ? {} : { 'X-XSRF-TOKEN': token }),
    ...(options.background ? { 'X-Background': '1' } : {}),
    ...(endpoint.idempotent ? { 'Idempotency-Key': options.idempotencyKey ?? newKey() } : {}),
  }
}

/** Sends a request with credentials and without a timeout. */
export const send = ({
  url,
  method,
  headers,
  body,
  signal,
  keepalive = false,
}: Outgoing): Promise<Response> =>
  fetch(url, { method, headers, body, credentials: 'include', signal: signal ?? null, keepalive })
