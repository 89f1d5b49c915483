/** The worker thread for long computations: one at a time, as `run-in-thread.ts` sends them. */
import { parentPort } from 'node:worker_threads'
import type { SentCall } from './run-in-thread.ts'

/** Loads the function with its first call, and sends its result. Errors end the thread and are reported as its result. */
const answer = async ({ module, name, args }: SentCall): Promise<void> => {
  const loaded = (await import(module)) as Readonly<Record<string, unknown>>
  const call = loaded[name]
  if (typeof call !== 'function') throw new Error(`${module} has no function ${name}.`)
  parentPort?.postMessage(await call(...args), [])
}

parentPort?.on('message', (call: SentCall) => void answer(call))
