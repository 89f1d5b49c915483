import type * as endpoints from '#contract/platform/jobs/endpoints.ts'
import type { Context } from '#server/platform/context.ts'
import { listUndoable } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { problem } from '#server/platform/problem.ts'
import { markJobSeen } from './commands.ts'
import { presentJob } from './present.ts'
import { findJob, listUnseenJobs, type JobRow } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listUntoldJobs: async (context) => present(context, await listUnseenJobs(context)),

  getJob: async (context, { params }) => {
    const job = await findJob(context, params.id)
    if (!job) throw problem.notFound()
    const undoable = await undoableOf(context, [job])
    return presentJob(job, undoable)
  },

  noteJobTold: (context, { params }) => markJobSeen(context, params.id),
}

const present = async (context: Context, jobs: readonly JobRow[]) => {
  const undoable = await undoableOf(context, jobs)
  return jobs.map((job) => presentJob(job, undoable))
}

const undoableOf = (context: Context, jobs: readonly JobRow[]): Promise<ReadonlySet<number>> =>
  listUndoable(
    context,
    jobs.flatMap(({ change_id }) => change_id ?? []),
  )
