import { vi } from 'vitest'

/** A request from the client. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: BodyInit | null
  readonly credentials: RequestCredentials | undefined
  readonly signal: AbortSignal | null
}

export interface Reply {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

type Handler = Reply | ((received: ReceivedRequest) => Reply | Promise<Reply>)

const responseOf = ({ status = 200, body, headers = {} }: Reply): Response =>
  new Response(
    body === undefined || status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body),
    {
      status,
      headers,
    },
  )

/**
 * Answers fetch by 'METHOD /path' (without the query); a call without an answer is a network failure. Returns the
 * list of received calls, in order.
 */
export const fakeServer = (routes: Readonly<Record<string, Handler>>): ReceivedRequest[] => {
  const received: ReceivedRequest[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const one: ReceivedRequest = {
      method: init.method ?? 'GET',
      path: url,
      headers: new Headers(init.headers),
      body: init.body ?? null,
      credentials: init.credentials,
      signal: init.signal ?? null,
    }
    received.push(one)
    if (init.signal?.aborted) throw new DOMException('left', 'AbortError')
    const handler = routes[`${one.method} ${new URL(url).pathname}`]
    if (!handler) throw new TypeError('network')
    return responseOf(typeof handler === 'function' ? await handler(one) : handler)
  })
  return received
}

/** Returns `method path` of the received calls, for short assertions. */
export const lines = (received: readonly ReceivedRequest[]): string[] =>
  received.map(({ method, path }) => `${method} ${path.replace('http://localhost:3000', '')}`)

/** Waits for pending promises. */
export const waitForPromises = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
