import { Worker } from 'node:worker_threads'
import { Problem } from '#server/platform/problem.ts'

/** A function that the thread loads: the address of its file, and its exported name. */
interface ThreadFunction {
  readonly module: URL
  readonly name: string
}

/** A call as the thread receives it. */
export interface SentCall {
  readonly module: string
  readonly name: string
  readonly args: readonly unknown[]
}

/** The limits of a thread that other threads don’t wait for. */
interface ThreadLimits {
  /** Seconds of processor time allowed for a computation. Valid input takes less than a tenth of it. */
  readonly seconds: number
  /** Milliseconds between two looks at what a computation uses. */
  readonly every: number
  /** Megabytes by which the memory of the process may grow during a computation. */
  readonly megabytes: number
  /** Milliseconds without work after which the thread ends and frees its memory; null if it stays. */
  readonly idle: number | null
}

/** The most computations waiting; later ones are told to try again. */
const longestQueue = 50

interface QueuedWork {
  readonly call: SentCall
  readonly tooLong: Error
  readonly done: (answer: unknown) => void
  readonly failed: (why: Error) => void
}

interface RunningWork {
  readonly waiting: QueuedWork
  readonly memory: number
  timer?: NodeJS.Timeout
}

interface Thread {
  readonly limits: ThreadLimits
  readonly queue: QueuedWork[]
  current: RunningWork | null
  worker: Worker | null
  idleTimer?: NodeJS.Timeout
}

const threadWith = (limits: ThreadLimits): Thread => ({ limits, queue: [], current: null, worker: null })

/** For texts, which staff wait for while they save. */
const texts = threadWith({ seconds: 10, every: 10_000, megabytes: 1_024, idle: null })

/**
 * For uploaded files: what anyone uploads holds up no text. A photo of 48 megapixels takes 5 seconds and 600 MB, which only
 * the end of its thread gives back.
 */
const files = threadWith({ seconds: 15, every: 250, megabytes: 1_024, idle: 20_000 })

/**
 * Runs a function in a worker thread, so that the event loop stays free; `F` is its type. Bytes are moved there.
 * @throws Problem 503 if too many are waiting; `tooLong` if it doesn’t end or needs too much memory
 */
export const runInThread = async <F extends (...args: never[]) => unknown>(
  { module, name }: ThreadFunction,
  args: Parameters<F>,
  tooLong: Error,
): Promise<Awaited<ReturnType<F>>> => {
  const thread = bytesIn(args).length > 0 ? files : texts
  const answer = await new Promise<unknown>((done, failed) => {
    if (thread.queue.length >= longestQueue)
      throw new Problem('unavailable', { headers: { 'Retry-After': '5' } })
    thread.queue.push({ call: { module: module.href, name, args }, tooLong, done, failed })
    startNext(thread)
  })
  // the thread returns what the function of this type returned
  return answer as Awaited<ReturnType<F>>
}

/** Returns the buffers of an upload among the arguments, which are moved and not copied. */
const bytesIn = (args: readonly unknown[]): ArrayBuffer[] =>
  args.flatMap((arg) => (arg instanceof Uint8Array && arg.buffer instanceof ArrayBuffer ? [arg.buffer] : []))

const startNext = (thread: Thread): void => {
  if (thread.current) return
  clearTimeout(thread.idleTimer)
  const waiting = thread.queue.shift()
  if (!waiting) return endWhenIdle(thread)
  const worker = (thread.worker ??= startWorker(thread))
  thread.current = { waiting, memory: process.memoryUsage.rss() }
  watch(thread, thread.current, worker, secondsOf(worker))
  worker.postMessage(waiting.call, bytesIn(waiting.call.args))
}

const endWhenIdle = (thread: Thread): void => {
  const { worker, limits } = thread
  if (!worker || limits.idle === null) return
  thread.idleTimer = setTimeout(() => stop(thread, worker), limits.idle).unref()
}

const stop = (thread: Thread, worker: Worker): void => {
  if (thread.worker === worker) thread.worker = null
  void worker.terminate()
}

/**
 * Stops the computation when its thread has used up its processor time or memory. Waiting for the processor doesn’t
 * count.
 */
const watch = (thread: Thread, watched: RunningWork, worker: Worker, before: Promise<number>): void => {
  const { seconds, megabytes, every } = thread.limits
  const look = async (): Promise<void> => {
    const taken = (await secondsOf(worker)) - (await before)
    if (thread.current !== watched) return
    const grown = (process.memoryUsage.rss() - watched.memory) / 2 ** 20
    if (taken < seconds && grown < megabytes) return watch(thread, watched, worker, before)
    stop(thread, worker)
    end(thread, ({ failed, tooLong }) => failed(tooLong))
  }
  watched.timer = setTimeout(() => void look(), every)
}

/** Returns the processor time a thread has used; 0 while it starts. */
const secondsOf = (worker: Worker): Promise<number> =>
  worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1e6,
    () => 0,
  )

const end = (thread: Thread, tell: (waiting: QueuedWork) => void): void => {
  if (!thread.current) return
  clearTimeout(thread.current.timer)
  const { waiting } = thread.current
  thread.current = null
  tell(waiting)
  startNext(thread)
}

const isOutOfMemory = (why: unknown): boolean =>
  why instanceof Error && 'code' in why && why.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Keeps the worker for the next computation, without keeping the process alive. */
const startWorker = (thread: Thread): Worker => {
  const started = new Worker(new URL('./thread.ts', import.meta.url), {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: thread.limits.megabytes / 2 },
  })
  started.on('message', (answer: unknown) => end(thread, ({ done }) => done(answer)))
  started.on('error', (why) => {
    if (thread.worker === started) thread.worker = null
    const reason = why instanceof Error ? why : new Error(String(why))
    end(thread, ({ failed, tooLong }) => failed(isOutOfMemory(why) ? tooLong : reason))
  })
  started.unref()
  return started
}
