import { RefusedTargetError, type Outbound } from './outbound.ts'

/** Milliseconds to wait for one response. */
const timeout = 5000
const maxRedirects = 3

/** Returns whether a status means that the server doesn’t support HEAD but may support GET. */
const needsGet = (status: number): boolean => status >= 400 && status !== 404 && status !== 410

/** Requests at most 1 KB of the page. */
const ask = async (outbound: Outbound, url: URL) => {
  const head = await outbound.send(url, { method: 'HEAD', timeout })
  if (!needsGet(head.status)) return head
  return outbound.send(url, { method: 'GET', headers: { range: 'bytes=0-1023' }, timeout })
}

/**
 * Returns why a link doesn’t work, as the end of a sentence; null if it works. Pages that require sign-in work.
 */
export const findLinkProblem = async (outbound: Outbound, link: string): Promise<string | null> => {
  try {
    return await follow(outbound, new URL(link), maxRedirects)
  } catch (error) {
    if (isRefused(error)) return 'goes to an address that isn’t public'
    return isSlow(error) ? 'doesn’t respond within 5 seconds' : 'can’t be reached'
  }
}

const follow = async (outbound: Outbound, url: URL, redirectsLeft: number): Promise<string | null> => {
  const { status, location } = await ask(outbound, url)
  const isRedirect = status >= 300 && status < 400 && location !== null
  if (!isRedirect) return isDead(status) ? `returns error ${status}` : null
  if (redirectsLeft === 0) return `redirects more than ${maxRedirects} times`
  if (!URL.canParse(location, url.href)) return 'redirects to an address that can’t be read'
  return follow(outbound, new URL(location, url.href), redirectsLeft - 1)
}

/**
 * Returns whether a status means that the page is broken. Statuses about the caller, such as refusals and rate
 * limits, don’t.
 */
const isDead = (status: number): boolean =>
  status >= 400 && ![401, 403, 405, 406, 407, 416, 429, 451].includes(status)

const isRefused = (error: unknown): boolean =>
  error instanceof RefusedTargetError || (error instanceof Error && error.cause instanceof RefusedTargetError)

const isSlow = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'
