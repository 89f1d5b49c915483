import { Worker } from 'node:worker_threads'
import { Problem, problem } from '../problem.ts'
import { cleanNow, type Cleaned, type CleaningWork } from './cleaning-work.ts'
import { measureMarkup, whyTooMuch } from './measure-markup.ts'
import type { TextPlace } from './sanitize.ts'

/** What is cleaned in passing, in some five milliseconds; all else goes to a thread of its own. */
const smallLength = 20_000
const smallTags = 300

/** No text or drawing within the limits takes a tenth of it. */
const longestSeconds = 10

/** As many wait at most: whoever comes later is told to try again. */
const longestQueue = 50

/**
 * Rich text as it may be stored, null where nothing is left (`sanitize.ts`). The event loop is not held by it.
 * @throws Problem 422 on `field` where it nests too deep or has too many tags; 503 while too many wait
 */
export const cleanText = async (
  field: string,
  html: string,
  place: TextPlace = {},
): Promise<string | null> => {
  const size = measureMarkup(html)
  refuse(field, whyTooMuch(size))
  const work = { kind: 'text', html, place } as const
  const isSmall = size.tags <= smallTags && html.length <= smallLength
  const { kept, why } = isSmall ? cleanNow(work) : await cleanApart(field, work)
  refuse(field, why)
  return kept
}

/**
 * A drawing as it may be shown to everybody, null where nothing is left (`clean-svg.ts`).
 * @throws Problem 422 on `field` where it nests too deep or has too many shapes; 503 while too many wait
 */
export const cleanDrawing = async (field: string, markup: string): Promise<string | null> => {
  if (whyTooMuch(measureMarkup(markup, 'xml')) !== null)
    refuse(field, 'The drawing is too complex to be checked. Save it as PNG and bring that.')
  return (await cleanApart(field, { kind: 'drawing', markup })).kept
}

const refuse = (field: string, why: string | null): void => {
  if (why !== null) throw problem.invalid({ [field]: why })
}

interface Job {
  readonly field: string
  readonly work: CleaningWork
  readonly done: (cleaned: Cleaned) => void
  readonly failed: (why: Error) => void
}

const waiting: Job[] = []
let current: { readonly job: Job; readonly timer: NodeJS.Timeout } | null = null
let thread: Worker | null = null

const cleanApart = (field: string, work: CleaningWork): Promise<Cleaned> =>
  new Promise((done, failed) => {
    if (waiting.length >= longestQueue) throw new Problem('unavailable')
    waiting.push({ field, work, done, failed })
    startNext()
  })

const startNext = (): void => {
  if (current) return
  const job = waiting.shift()
  if (!job) return
  thread ??= startThread()
  const timer = setTimeout(() => {
    void thread?.terminate()
    thread = null
    end((late) => late.failed(problem.invalid({ [job.field]: 'The text is too complex to be checked.' })))
  }, longestSeconds * 1000)
  current = { job, timer }
  thread.postMessage(job.work, [])
}

const end = (tell: (job: Job) => void): void => {
  if (!current) return
  clearTimeout(current.timer)
  const { job } = current
  current = null
  tell(job)
  startNext()
}

/** The thread lives on for the next; it keeps no process alive. */
const startThread = (): Worker => {
  const started = new Worker(new URL('./cleaning-thread.ts', import.meta.url), { execArgv: [] })
  started.on('message', (cleaned: Cleaned) => end((job) => job.done(cleaned)))
  started.on('error', (why) => {
    if (thread === started) thread = null
    end((job) => job.failed(why instanceof Error ? why : new Error(String(why))))
  })
  started.unref()
  return started
}
