import { takeAhead } from './ahead.ts'
import { networkError } from './api-error.ts'
import { send, type Outgoing } from './outgoing.ts'

/** A response with any status. */
export interface Incoming {
  readonly status: number
  readonly header: (name: string) => string | null
  readonly blob: () => Promise<Blob>
}

/** Sends with credentials and without a timeout. Rejects with an `ApiError` if there is no response. */
export const transmit = (request: Outgoing): Promise<Incoming> =>
  request.onProgress ? transmitWithProgress(request) : transmitByFetch(request)

const transmitByFetch = async (request: Outgoing): Promise<Incoming> => {
  try {
    const response = await (takeAhead(request) ?? sendInTurn(request))
    return {
      status: response.status,
      header: (name) => response.headers.get(name),
      blob: () => response.blob(),
    }
  } catch (cause) {
    throw networkError(cause)
  }
}

const waiting: (() => void)[] = []
const turns = new MessageChannel()
turns.port1.onmessage = () => waiting.shift()?.()

/**
 * Sends a request in the next task, one a task: a screen that opens asks for much at once, and each request takes
 * milliseconds to start, which would hold up its frame. What is sent as the page closes has no next task.
 */
const sendInTurn = async (request: Outgoing): Promise<Response> => {
  if (!request.keepalive)
    await new Promise<void>((begin) => {
      waiting.push(begin)
      turns.port2.postMessage(null)
    })
  return send(request)
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
