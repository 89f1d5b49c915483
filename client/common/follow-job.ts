import { getJob, noteJobTold } from '#contract/jobs/endpoints.ts'
import type { Job } from '#contract/jobs/shapes.ts'
import { ApiError, type ApiErrorKind } from '#client/lib/api-error.ts'
import { call } from '#client/lib/call.ts'
import { formatNumber } from '#client/lib/format.ts'
import type { Toaster } from '#client/ui/overlays/toaster.ts'
import { jobWords } from './job-words.ts'
import { outcomeOf, type UndoOffer } from './undo-words.ts'

/** What following needs of the page. */
export interface Following {
  readonly toast: Pick<Toaster, 'show' | 'update' | 'close'>
  /** Reads again what the work shows in. */
  readonly refresh: () => void
}

/** What telling the end of a change needs of it. */
export interface Telling extends Pick<Following, 'toast'> {
  readonly offerUndo: (offer: UndoOffer) => void
}

/** Milliseconds between two looks; after one that failed on the network twice as long, up to the longest. */
const pause = 1000
const longestPause = 10_000

/** The jobs that this page follows. */
const followed = new Set<number>()

/** Follows a change in a toast until it is done, which `doneWords` say, with *Undo*. */
export const followChange = async (
  { toast, refresh, offerUndo }: Following & Telling,
  jobId: number,
  { title, doneWords }: { readonly title: string; readonly doneWords: (changed: number) => string },
): Promise<void> => {
  const job = await followJob(toast, jobId, title)
  if (!job) return
  refresh()
  tellChange({ toast, offerUndo }, job, doneWords)
}

/** Of what ended while nobody looked: it waits to be read. */
const afterwards = { timeout: 0 } as const

/** Says how a change ended that `wasLeft`: with *Undo* while that is allowed, or why it failed. */
export const tellChange = (
  { toast, offerUndo }: Telling,
  job: Job,
  doneWords: (changed: number) => string,
  wasLeft = false,
): void => {
  if (job.state === 'failed') tellFailed(toast, job, wasLeft)
  else
    offerUndo({
      changeId: job.may_undo ? String(job.change_id) : null,
      title: doneWords(job.result && 'changed' in job.result ? job.result.changed : 0),
      ...(wasLeft ? { ...afterwards, description: 'This was done while you were away.' } : {}),
    })
  noteTold(job)
}

/** Says how an undo ended that `wasLeft`: what it did, or why it failed. */
export const tellUndo = (toast: Following['toast'], job: Job, noun: string, wasLeft = false): void => {
  if (job.result && 'reverted' in job.result)
    toast.show({ ...outcomeOf(job.result, noun), ...(wasLeft ? afterwards : {}) })
  else tellFailed(toast, job, wasLeft)
  noteTold(job)
}

const tellFailed = (toast: Following['toast'], { kind, message }: Job, wasLeft: boolean): void => {
  toast.show({
    tone: 'danger',
    title: jobWords[kind].failed,
    description: message ?? 'Nothing was lost.',
    ...(wasLeft ? afterwards : {}),
  })
}

/** Whoever opens a page from now on is not told again; where this does not get through, they are. */
const noteTold = ({ id }: Job): void => {
  call(noteJobTold, { params: { id } }, { background: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

/** Follows an undo in a toast until it is done, and says what it did. Answers whether it was done. */
export const followUndo = async (
  { toast, refresh }: Following,
  jobId: number,
  noun: string,
): Promise<boolean> => {
  const job = await followJob(toast, jobId, jobWords['undo-change'].running)
  if (!job) return false
  refresh()
  tellUndo(toast, job, noun)
  return job.state === 'done'
}

/**
 * Follows long work in a toast, with how far it is, until it has ended; it goes on whether or not somebody looks.
 * Answers the job; null where this page follows it already, or where it cannot be followed to its end, which is said.
 */
const followJob = async (toast: Following['toast'], jobId: number, title: string): Promise<Job | null> => {
  if (followed.has(jobId)) return null
  followed.add(jobId)
  const told = {
    title,
    description: 'You can go on working; it does not need this page.',
    timeout: 0,
  }
  const id = toast.show(told)
  try {
    return await untilOver(jobId, (job) => toast.update(id, { ...told, progress: progressOf(job) }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!saidElsewhere.has(error.kind))
      toast.show({ tone: 'danger', title: 'How it went on is not known', description: error.message })
    return null
  } finally {
    followed.delete(jobId)
    toast.close(id)
  }
}

/** Signed out, or gone from the page. */
const saidElsewhere: ReadonlySet<ApiErrorKind> = new Set(['unauthenticated', 'aborted'])

const untilOver = async (jobId: number, tell: (job: Job) => void, before = pause): Promise<Job> => {
  const job = await look(jobId)
  if (job?.state === 'done' || job?.state === 'failed') return job
  if (job) tell(job)
  const wait = job ? pause : Math.min(longestPause, before * 2)
  await new Promise((resolve) => setTimeout(resolve, wait))
  return untilOver(jobId, tell, wait)
}

/** How far it is; null when the server cannot be reached just now. */
const look = async (jobId: number): Promise<Job | null> => {
  try {
    return await call(getJob, { params: { id: jobId } }, { background: true })
  } catch (error) {
    if (error instanceof ApiError && (error.kind === 'network' || error.kind === 'unavailable')) return null
    throw error
  }
}

const progressOf = ({ progress: { done, total } }: Job) => ({
  label: 'Done so far',
  done,
  total,
  detail: `${formatNumber(done)} of ${formatNumber(total)}`,
})
