import type { Endpoint } from '#contract/platform/endpoint.ts'
import { unwrap, type Ask, type ReplyOf, type Wire } from './ask.ts'
import { fullUrlOf, outgoing, send, type Outgoing } from './outgoing.ts'

/** Milliseconds after the page opened when its start is over; the cache doesn’t call older responses fresh either. */
const longest = 15_000

/** Milliseconds after the page opened during which its screen waits for the replies. */
const longestWait = 1000

/** A call sent ahead: its response, and its reply once that has arrived. */
interface SentAhead {
  readonly response: Promise<Response>
  reply?: unknown
}

/** The first seconds of the page: the calls sent ahead by URL, null once they were used. */
interface Start {
  readonly sent: Map<string, SentAhead | null>
  isArriving: boolean
}

let start: Start | null = null
const listeners = new Set<() => void>()

const endWait = (ended: Start): void => {
  if (!ended.isArriving) return
  ended.isArriving = false
  for (const listener of listeners) listener()
}

const endStart = (): void => {
  const ended = start
  start = null
  if (ended) endWait(ended)
}

/**
 * Called when the page opens. `sendCalls` sends calls ahead, and resolves when the screen has what it waits for
 * (`isStartArriving`).
 */
export const beginStart = (sendCalls: () => Promise<unknown>): void => {
  const begun: Start = { sent: new Map(), isArriving: true }
  start = begun
  setTimeout(endStart, longest)
  setTimeout(() => endWait(begun), longestWait)
  void sendCalls().finally(() => endWait(begun))
}

/** Returns whether the replies that the screen waits for are on their way: it renders once, with them. */
export const isStartArriving = (): boolean => start?.isArriving === true

/** Calls `listener` when they have arrived, or take too long. Returns a function that stops it. */
export const onStartArrived = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends a call ahead, unless it was made already. Returns a copy of its reply; null if there is none. */
const callAhead = async <E extends Endpoint>(endpoint: Wire<E>, ask: Ask<E>): Promise<ReplyOf<E> | null> => {
  const request = outgoing(endpoint, ask, {})
  if (!start || start.sent.has(request.url)) return null
  const sent: SentAhead = { response: send(request) }
  start.sent.set(request.url, sent)
  try {
    const copy = (await sent.response).clone()
    if (!copy.ok) return null
    sent.reply = unwrap(await copy.json())
    // the server answers as the contract says (`call.ts`)
    return sent.reply as ReplyOf<E>
  } catch {
    // the call itself reports it
    return null
  }
}

/**
 * Makes a function that sends a call of the contract before the code that makes it has loaded. Like in
 * `client/accounts/auth/auth-calls.ts`, the row repeats the contract’s, because importing it would load the validation library first; a
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
  const sent = start?.sent.get(url)
  start?.sent.set(url, null)
  return sent?.response.then((taken) => {
    if (signal?.aborted) throw new DOMException('left', 'AbortError')
    return taken
  })
}

/** Returns the reply of the same call if it was sent ahead and has arrived, once: the screen doesn’t wait for it then. */
export const takeReply = <E extends Endpoint>(endpoint: Wire<E>, ask: Ask<E>): ReplyOf<E> | undefined => {
  if (!start) return undefined
  const url = fullUrlOf(endpoint, ask)
  const reply = start.sent.get(url)?.reply
  if (reply !== undefined) start.sent.set(url, null)
  // the server answers as the contract says (`call.ts`)
  return reply as ReplyOf<E> | undefined
}
