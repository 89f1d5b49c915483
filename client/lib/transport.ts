import { networkError } from './api-error.ts'

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

/** A response with any status. */
export interface Incoming {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly blob: () => Promise<Blob>
}

/** Sends with credentials and without a timeout (rule R2). Rejects with an `ApiError` if there is no response. */
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
    throw networkError(cause)
  }
}

/** Sends with XMLHttpRequest, because fetch can't report upload progress. */
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
    xhr.addEventListener('error', () => reject(networkError(new TypeError('network'))))
    xhr.addEventListener('abort', () => reject(networkError(new DOMException('left', 'AbortError'))))
    signal?.addEventListener('abort', () => xhr.abort())
    if (signal?.aborted) xhr.abort()
    xhr.send(body)
  })
