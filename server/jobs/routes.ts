import type * as endpoints from '#contract/jobs/endpoints.ts'
import type { Handlers } from '../http/mount.ts'
import { problem } from '../problem.ts'
import { presentJob } from './present.ts'
import { findJob, listOpenJobs } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listOpenJobs: async (context) => (await listOpenJobs(context)).map(presentJob),

  getJob: async (context, { params }) => {
    const job = await findJob(context, params.id)
    if (!job) throw problem.notFound()
    return presentJob(job)
  },
}
