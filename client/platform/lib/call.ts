import type { Endpoint } from '#contract/platform/endpoint.ts'
import { ApiError, apiErrorOf, logFailure } from './api-error.ts'
import { unwrap, type Ask, type PlainAsk, type ReplyOf, type Wire } from './ask.ts'
import { currentBase } from './host.ts'
import { outgoing, type CallOptions } from './outgoing.ts'
import { transmit, type Incoming } from './transport.ts'
import { xsrfToken } from './xsrf.ts'

/** A reply, and the ID of its change if it can be undone (`X-Change-Id`). */
export interface Answered<R> {
  readonly reply: R
  readonly changeId: string | null
}

/** The app's handlers for calls that report an ended session or need more proof. */
interface CallListener {
  readonly onUnauthenticated?: () => void
  /** The account must set up two-factor authentication first. */
  readonly onFactorNeeded?: () => void
  /** Resolves to whether the user confirmed the password; then the call is repeated. */
  readonly onPasswordNeeded?: () => Promise<boolean>
}

let listener: CallListener = {}
let lastForegroundAt = 0

/** Registers the app's handlers; replaces those passed before. */
export const listenToCalls = (parts: CallListener): void => {
  listener = { ...listener, ...parts }
}

/** When the server last recorded user activity, in milliseconds since the epoch. */
export const lastForegroundCall = (): number => lastForegroundAt

/**
 * Calls an endpoint of the contract and resolves to its unwrapped reply. Rejects with an `ApiError`, parsed once; a 401
 * also opens the sign-in page.
 */
export const call = async <E extends Endpoint>(
  endpoint: E | Wire<E>,
  ask: Ask<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> => (await callWithChange(endpoint, ask, options)).reply

/** Does the same as `call`, and returns the ID of the change. */
export const callWithChange = async <E extends Endpoint>(
  endpoint: E | Wire<E>,
  ask: Ask<E>,
  options: CallOptions = {},
): Promise<Answered<ReplyOf<E>>> => {
  const { body, changeId } = await execute(endpoint, ask, options)
  // In development and in tests the server validates every reply against this contract. In production nothing does:
  // validating here would add the validation library to the sign-in page.
  return { reply: unwrap(body) as ReplyOf<E>, changeId }
}

interface Performed {
  readonly body: unknown
  readonly changeId: string | null
}

/** The call that gives the session a new secret now, and when the last one ended, by `performance.now()`. */
let renewal: Promise<unknown> | null = null
let renewedAt = 0

/** Returns whether the session got a new secret since a call was sent; waits for one that is under way. */
const isRenewedSince = async (sentAt: number): Promise<boolean> => {
  // its caller hears whether it failed
  await renewal?.catch(() => undefined)
  return renewedAt >= sentAt
}

/** Sends a call; again if it was refused only because the session got a new secret after that. */
const attemptWithSession = async (
  endpoint: Wire,
  ask: PlainAsk,
  options: CallOptions,
): Promise<Performed> => {
  const sentAt = performance.now()
  const attempted = attempt(endpoint, ask, options, true)
  if (endpoint.renewsSession) {
    renewal = attempted
    const answer = await attempted
    renewedAt = performance.now()
    return answer
  }
  try {
    return await attempted
  } catch (error) {
    const isFormer = error instanceof ApiError && error.kind === 'unauthenticated'
    if (isFormer && (await isRenewedSince(sentAt))) return attempt(endpoint, ask, options, true)
    throw error
  }
}

const execute = async (endpoint: Wire, ask: PlainAsk, options: CallOptions): Promise<Performed> => {
  try {
    return await attemptWithSession(endpoint, ask, options)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.kind === 'password-needed' && (await listener.onPasswordNeeded?.()) === true)
      return await attempt(endpoint, ask, options, true)
    logFailure(error)
    reportToApp(error, options)
    throw error
  }
}

const reportToApp = ({ kind }: ApiError, { expectsGuest = false }: CallOptions): void => {
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

let renewing: Promise<unknown> | null = null

/** Fetches the CSRF cookie; simultaneous callers share one request. */
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
  endpoint.reply.envelope === 'download' || (endpoint.orFile && isFile(answer))
    ? answer.blob()
    : readBody(answer)

const isFile = (answer: Incoming): boolean => answer.header('Content-Disposition') !== null

/**
 * Returns the body as JSON if it's JSON, otherwise as text; undefined if empty. Failed downloads are read the same way.
 */
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
