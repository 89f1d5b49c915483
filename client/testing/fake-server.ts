import { vi } from 'vitest'

/** A request as the client sent it. */
export interface Received {
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

type Handler = Reply | ((received: Received) => Reply | Promise<Reply>)

const responseOf = ({ status = 200, body, headers = {} }: Reply): Response =>
  new Response(
    body === undefined || status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body),
    {
      status,
      headers,
    },
  )

/**
 * Answers fetch by 'METHOD /path' (query left out); what nobody answers is a network failure. Answers the list of
 * what was received, in order.
 */
export const fakeServer = (routes: Readonly<Record<string, Handler>>): Received[] => {
  const received: Received[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const one: Received = {
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

/** `method path` of what was received, for short assertions. */
export const lines = (received: readonly Received[]): string[] =>
  received.map(({ method, path }) => `${method} ${path.replace('http://localhost:3000', '')}`)

/** Lets pending promises settle. */
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
