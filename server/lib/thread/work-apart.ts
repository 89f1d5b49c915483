import { Worker } from 'node:worker_threads'
import { Problem } from '../../problem.ts'
import type { Done, Work } from './work.ts'

/** Of the processor, however busy the machine is. Nothing within the limits takes a tenth of it. */
const longestSeconds = 10

/** As many wait at most: whoever comes later is told to try again. */
const longestQueue = 50

interface Waiting {
  readonly work: Work
  readonly tooLong: Error
  readonly done: (answer: unknown) => void
  readonly failed: (why: Error) => void
}

const queue: Waiting[] = []
let current: { readonly waiting: Waiting; timer?: NodeJS.Timeout } | null = null
let thread: Worker | null = null

/**
 * Does a piece of work in a thread of its own, so that the event loop is free for everybody meanwhile.
 * @throws Problem 503 while too many wait; `tooLong` when it does not end
 */
export const workApart = async <W extends Work>(work: W, tooLong: Error): Promise<Done[W['kind']]> => {
  const answer = await new Promise<unknown>((done, failed) => {
    if (queue.length >= longestQueue) throw new Problem('unavailable', { headers: { 'Retry-After': '5' } })
    queue.push({ work, tooLong, done, failed })
    startNext()
  })
  // the thread answers each kind of work as `Done` says (thread/work.ts)
  return answer as Done[W['kind']]
}

const startNext = (): void => {
  const waiting = current ? undefined : queue.shift()
  if (!waiting) return
  thread ??= startThread()
  current = { waiting }
  watch(current, thread, secondsOf(thread))
  thread.postMessage(waiting.work, [])
}

/** Ends the work once its thread has had its time: a thread that waits for the processor is left to wait. */
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

/** What a thread has had of the processor; nothing while it starts. */
const secondsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1e6,
    () => 0,
  )

const end = (tell: (waiting: Waiting) => void): void => {
  if (!current) return
  clearTimeout(current.timer)
  const { waiting } = current
  current = null
  tell(waiting)
  startNext()
}

/** The thread lives on for the next; it keeps no process alive. */
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
