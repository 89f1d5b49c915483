import type { Endpoint } from '#contract/endpoint.ts'
import { unwrap, type Ask, type ReplyOf, type Wire } from './ask.ts'
import { outgoing, send, type Outgoing } from './outgoing.ts'

/** Milliseconds after the page opened when its start is over; the cache doesn’t call older responses fresh either. */
const longest = 15_000

/** The responses to calls sent ahead by URL; null once the call itself was made. Null as a whole without a start. */
let waiting: Map<string, Promise<Response> | null> | null = null
const endStart = (): void => {
  waiting = null
}

/** Called when the page opens, before anything is sent ahead. */
export const beginStart = (): void => {
  waiting = new Map()
  setTimeout(endStart, longest)
}

/** Sends a call ahead, unless it was made already. Returns a copy of its reply; null if there is none. */
const callAhead = async <E extends Endpoint>(endpoint: Wire<E>, ask: Ask<E>): Promise<ReplyOf<E> | null> => {
  const request = outgoing(endpoint, ask, {})
  if (!waiting || waiting.has(request.url)) return null
  const response = send(request)
  waiting.set(request.url, response)
  try {
    const copy = (await response).clone()
    // the server answers as the contract says (`call.ts`)
    return copy.ok ? (unwrap(await copy.json()) as ReplyOf<E>) : null
  } catch {
    // the call itself reports it
    return null
  }
}

/**
 * Makes a function that sends a call of the contract before the code that makes it has loaded. Like in
 * `client/app/auth-calls.ts`, the row repeats the contract’s, because importing it would load the validation library first; a
 * row that differs doesn’t compile.
 */
export const aheadOf =
  <E extends Endpoint>() =>
  <const F extends Wire<E>>(row: F) =>
  (ask: Ask<E>): Promise<ReplyOf<E> | null> =>
    callAhead<E>(row, ask)

/**
 * Returns the response of the same call if it was sent ahead, once. Any change ends the start: another user’s sign-in must
 * not get the responses of the last one.
 */
export const takeAhead = ({ method, url, signal }: Outgoing): Promise<Response> | undefined => {
  if (method !== 'GET') endStart()
  const response = waiting?.get(url)
  waiting?.set(url, null)
  return response?.then((taken) => {
    if (signal?.aborted) throw new DOMException('left', 'AbortError')
    return taken
  })
}
