import { noAnswer } from './api-error.ts'

/** A request as it goes out. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | FormData | null
  readonly signal?: AbortSignal | undefined
  /** Goes on when the page is left. */
  readonly keepalive?: boolean | undefined
  /** How much of an upload has gone out; chooses the transport that can tell. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined
}

/** An answer as it came in, whatever its status. */
export interface Incoming {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly blob: () => Promise<Blob>
}

/** Sends with credentials and without a timeout (rule R2). Rejects with an `ApiError` when no answer comes. */
export const transmit = (request: Outgoing): Promise<Incoming> =>
  request.onProgress ? transmitWithProgress(request) : transmitByFetch(request)

const transmitByFetch = async (request: Outgoing): Promise<Incoming> => {
  const { url, method, headers, body, signal, keepalive = false } = request
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      credentials: 'include',
      signal: signal ?? null,
      keepalive,
    })
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      blob: () => response.blob(),
    }
  } catch (cause) {
    throw noAnswer(cause)
  }
}

/** fetch cannot report how far an upload is; XMLHttpRequest can. */
const transmitWithProgress = (request: Outgoing): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const { url, method, headers, body, signal, onProgress } = request
    const xhr = new XMLHttpRequest()
    xhr.open(method, url)
    xhr.withCredentials = true
    xhr.responseType = 'blob'
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
    xhr.upload.addEventListener('progress', (event) => onProgress?.(event.loaded, event.total))
    xhr.addEventListener('load', () => {
      const answer: unknown = xhr.response
      const blob = answer instanceof Blob ? answer : new Blob([])
      resolve({
        status: xhr.status,
        header: (name) => xhr.getResponseHeader(name),
        blob: () => Promise.resolve(blob),
      })
    })
    xhr.addEventListener('error', () => reject(noAnswer(new TypeError('network'))))
    xhr.addEventListener('abort', () => reject(noAnswer(new DOMException('left', 'AbortError'))))
    signal?.addEventListener('abort', () => xhr.abort())
    if (signal?.aborted) xhr.abort()
    xhr.send(body)
  })
