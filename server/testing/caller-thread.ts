import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'
import type { TestClient } from './client.ts'
import type { TestServices } from './test-services.ts'

export interface PreparedCall {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

const sent = z.object({ status: z.int(), start: z.string() })

/** The status of a response and its first 300 characters. */
type CallResult = z.output<typeof sent>

export interface CallerThread {
  /** Copies a request to the thread, and returns a function that sends it over the network. */
  prepare(call: PreparedCall): () => Promise<CallResult>
  close(): Promise<unknown>
}

const code = `
  const { parentPort } = require('node:worker_threads')
  let call
  parentPort.on('message', async (message) => {
    if (message !== 'send') { call = message; return }
    const response = await fetch(call.url, { method: call.method, headers: call.headers, body: call.body })
    const text = await response.text()
    parentPort.postMessage({ status: response.status, start: text.slice(0, 300) })
  })`

/**
 * Starts a thread that sends requests of a signed-in client, so that this thread does only the work of the
 * server.
 */
export const startCallerThread = async (
  { app }: TestServices,
  { cookies, get }: TestClient,
): Promise<CallerThread> => {
  // the thread writes with the token of this client
  await get('/sanctum/csrf-cookie')
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const worker = new Worker(code, { eval: true, execArgv: [] })
  const signedIn = {
    accept: 'application/json',
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
  }
  return {
    prepare: ({ method, path, body, headers = {} }) => {
      worker.postMessage({ method, body, url: address + path, headers: { ...signedIn, ...headers } }, [])
      return async () => {
        worker.postMessage('send', [])
        const [message]: unknown[] = await once(worker, 'message')
        return sent.parse(message)
      }
    },
    close: () => worker.terminate(),
  }
}
