import { getJob, noteJobTold } from '#contract/platform/jobs/endpoints.ts'
import type { Job } from '#contract/platform/jobs/shapes.ts'
import { ApiError, type ApiErrorKind } from '#client/platform/lib/api-error.ts'
import { call } from '#client/platform/lib/call.ts'
import { formatNumber } from '#client/platform/lib/format.ts'
import type { Toaster } from '#client/platform/ui/overlays/toaster.ts'
import { jobWords } from './job-text.ts'
import { outcomeOf, type UndoOffer } from './undo-text.ts'

/** What tracking a job needs from the page. */
interface JobPageDeps {
  readonly toast: Pick<Toaster, 'show' | 'update' | 'close'>
  /** Reloads the data that the job changes. */
  readonly refresh: () => void
}

/** What reporting a finished change needs. */
interface JobTrackerDeps extends Pick<JobPageDeps, 'toast'> {
  readonly offerUndo: (offer: UndoOffer) => void
}

/** Milliseconds between two checks; doubled after each network failure, up to the maximum. */
const pause = 1000
const longestPause = 10_000

/** The jobs that a page tracks or has reported, by its toasts. */
const known = new WeakMap<object, Set<number>>()

/** Returns the jobs that a page tracks or has reported: a list of jobs that arrives later has them too. */
export const knownJobs = (toast: JobPageDeps['toast']): Set<number> => {
  const jobs = known.get(toast) ?? new Set()
  known.set(toast, jobs)
  return jobs
}

/** Tracks a change in a toast until it's done, then shows `doneWords` with *Undo*. */
export const followChange = async (
  { toast, refresh, offerUndo }: JobPageDeps & JobTrackerDeps,
  jobId: number,
  { title, doneWords }: { readonly title: string; readonly doneWords: (changed: number) => string },
): Promise<void> => {
  const job = await followJob(toast, jobId, title)
  if (!job) return
  refresh()
  reportChange({ toast, offerUndo }, job, doneWords)
}

/** For jobs that ended while no one was watching: the toast stays until it's closed. */
const afterwards = { timeout: 0 } as const

/** Reports how a change ended that `wasLeft`: with *Undo* if it's allowed, or why it failed. */
export const reportChange = (
  { toast, offerUndo }: JobTrackerDeps,
  job: Job,
  doneWords: (changed: number) => string,
  wasLeft = false,
): void => {
  if (job.state === 'failed') reportFailure(toast, job, wasLeft)
  else
    offerUndo({
      changeId: job.may_undo ? String(job.change_id) : null,
      title: doneWords(job.result && 'changed' in job.result ? job.result.changed : 0),
      ...(wasLeft ? { ...afterwards, description: 'This finished while you were away.' } : {}),
    })
  markSeen(job)
}

/** Reports how an undo ended that `wasLeft`: the result, or why it failed. */
export const reportUndo = (
  toast: JobPageDeps['toast'],
  job: Job,
  noun: string | null,
  wasLeft = false,
): void => {
  if (job.result && 'reverted' in job.result)
    toast.show({ ...outcomeOf(job.result, noun), ...(wasLeft ? afterwards : {}) })
  else reportFailure(toast, job, wasLeft)
  markSeen(job)
}

const reportFailure = (toast: JobPageDeps['toast'], { kind, message }: Job, wasLeft: boolean): void => {
  toast.show({
    tone: 'danger',
    title: jobWords[kind].failed,
    description: message ?? 'Nothing changed.',
    ...(wasLeft ? afterwards : {}),
  })
}

/** Marks the result as seen, so that pages opened later don't report it; they do if this call fails. */
const markSeen = ({ id }: Job): void => {
  call(noteJobTold, { params: { id } }, { background: true }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
  })
}

/** Tracks an undo in a toast until it's done, and reports the result. Returns whether it's done. */
export const followUndo = async (
  { toast, refresh }: JobPageDeps,
  jobId: number,
  noun: string | null,
): Promise<boolean> => {
  const job = await followJob(toast, jobId, jobWords['undo-change'].running)
  if (!job) return false
  refresh()
  reportUndo(toast, job, noun)
  return job.state === 'done'
}

/**
 * Tracks a background job in a toast with its progress until it ends; the job also runs without it. Returns the job;
 * null if this page already tracks or reported it, or if tracking fails, which the toast says.
 */
const followJob = async (toast: JobPageDeps['toast'], jobId: number, title: string): Promise<Job | null> => {
  const jobs = knownJobs(toast)
  if (jobs.has(jobId)) return null
  jobs.add(jobId)
  const texts = {
    title,
    description: 'You can keep working or leave this page.',
    timeout: 0,
  }
  const id = toast.show(texts)
  try {
    return await waitForEnd(jobId, (job) => toast.update(id, { ...texts, progress: progressOf(job) }))
  } catch (error) {
    jobs.delete(jobId)
    if (!(error instanceof ApiError)) throw error
    if (!reportedElsewhere.has(error.kind))
      toast.show({ tone: 'danger', title: 'Couldn’t check the progress', description: error.message })
    return null
  } finally {
    toast.close(id)
  }
}

/** The user signed out or left the page. */
const reportedElsewhere: ReadonlySet<ApiErrorKind> = new Set(['unauthenticated', 'aborted'])

const waitForEnd = async (jobId: number, onProgress: (job: Job) => void, before = pause): Promise<Job> => {
  const job = await readJob(jobId)
  if (job?.state === 'done' || job?.state === 'failed') return job
  if (job) onProgress(job)
  const wait = job ? pause : Math.min(longestPause, before * 2)
  await new Promise((resolve) => setTimeout(resolve, wait))
  return waitForEnd(jobId, onProgress, wait)
}

/** Returns the progress; null if the server can't be reached. */
const readJob = async (jobId: number): Promise<Job | null> => {
  try {
    return await call(getJob, { params: { id: jobId } }, { background: true })
  } catch (error) {
    if (error instanceof ApiError && error.isTemporary) return null
    throw error
  }
}

const progressOf = ({ progress: { done, total } }: Job) => ({
  label: 'Progress',
  done,
  total,
  detail: `${formatNumber(done)} of ${formatNumber(total)}`,
})
