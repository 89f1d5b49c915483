import type { Job, JobKind, JobResult, JobState } from '#contract/jobs/shapes.ts'
import type { JobRow } from './queries.ts'

/** A job as it is answered; `undoable` are the changes that the caller may take back. */
export const presentJob = (job: JobRow, undoable: ReadonlySet<number>): Job => ({
  id: job.id,
  // what keeps a job names it by the contract's kinds
  kind: job.kind as JobKind,
  // the column's CHECK holds exactly the contract's states
  state: job.state as JobState,
  progress: { done: job.done, total: job.total },
  message: job.message,
  change_id: job.change_id,
  may_undo: job.change_id !== null && undoable.has(job.change_id),
  // written by the job itself
  result: job.result as JobResult | null,
})
