import type { Job, JobKind, JobResult, JobState } from '#contract/platform/jobs/shapes.ts'
import type { JobRow } from './queries.ts'

/** Returns a job as in its reply; `undoable` are the changes the caller can undo. */
export const presentJob = (job: JobRow, undoable: ReadonlySet<number>): Job => ({
  id: job.id,
  // jobs are saved with a kind of the contract
  kind: job.kind as JobKind,
  // the column's CHECK allows exactly the contract's states
  state: job.state as JobState,
  progress: { done: job.done, total: job.total },
  message: job.message,
  change_id: job.change_id,
  may_undo: job.change_id !== null && undoable.has(job.change_id),
  // written by the job itself
  result: job.result as JobResult | null,
})
