import { Worker } from 'node:worker_threads'
import { Problem } from '../../problem.ts'
import type { WorkResult, Work } from './work.ts'

/** Milliseconds of processor time allowed for a computation. Valid input takes less than a tenth of it. */
const longestSeconds = 10

/** The most computations waiting; later ones are told to try again. */
const longestQueue = 50

interface QueuedWork {
  readonly work: Work
  readonly tooLong: Error
  readonly done: (answer: unknown) => void
  readonly failed: (why: Error) => void
}

const queue: QueuedWork[] = []
let current: { readonly waiting: QueuedWork; timer?: NodeJS.Timeout } | null = null
let thread: Worker | null = null

/**
 * Runs a computation in a worker thread, so that the event loop stays free.
 * @throws Problem 503 if too many are waiting; `tooLong` if it doesn’t end
 */
export const runInThread = async <W extends Work>(
  work: W,
  tooLong: Error,
): Promise<WorkResult[W['kind']]> => {
  const answer = await new Promise<unknown>((done, failed) => {
    if (queue.length >= longestQueue) throw new Problem('unavailable', { headers: { 'Retry-After': '5' } })
    queue.push({ work, tooLong, done, failed })
    startNext()
  })
  // the thread returns a result for each kind of work as `Done` says (thread/work.ts)
  return answer as WorkResult[W['kind']]
}

const startNext = (): void => {
  const waiting = current ? undefined : queue.shift()
  if (!waiting) return
  thread ??= startThread()
  current = { waiting }
  watch(current, thread, secondsOf(thread))
  thread.postMessage(waiting.work, [])
}

/**
 * Stops the computation when its thread has used up its processor time. Waiting for the processor doesn’t
 * count.
 */
const watch = (watched: NonNullable<typeof current>, worker: Worker, before: Promise<number>): void => {
  const look = async (): Promise<void> => {
    const taken = (await secondsOf(worker)) - (await before)
    if (current !== watched) return
    if (taken < longestSeconds) return watch(watched, worker, before)
    void worker.terminate()
    thread = null
    end(({ failed, tooLong }) => failed(tooLong))
  }
  watched.timer = setTimeout(() => void look(), longestSeconds * 1000)
}

/** Returns the processor time a thread has used; 0 while it starts. */
const secondsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1e6,
    () => 0,
  )

const end = (tell: (waiting: QueuedWork) => void): void => {
  if (!current) return
  clearTimeout(current.timer)
  const { waiting } = current
  current = null
  tell(waiting)
  startNext()
}

/** Keeps the thread for the next computation, without keeping the process alive. */
const startThread = (): Worker => {
  const started = new Worker(new URL('./thread.ts', import.meta.url), { execArgv: [] })
  started.on('message', (answer: unknown) => end(({ done }) => done(answer)))
  started.on('error', (why) => {
    if (thread === started) thread = null
    end(({ failed }) => failed(why instanceof Error ? why : new Error(String(why))))
  })
  started.unref()
  return started
}
