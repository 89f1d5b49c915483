import { isAdmin } from '#contract/access.ts'
import type * as endpoints from '#contract/jobs/endpoints.ts'
import type { JobState } from '#contract/jobs/shapes.ts'
import type { BulkResult } from '#contract/student-periods/bulk-shapes.ts'
import type { Handlers } from '../http/mount.ts'
import { problem } from '../problem.ts'

export const handlers: Handlers<typeof endpoints> = {
  getJob: async ({ db, caller }, { params }) => {
    const job = await db.selectFrom('jobs').selectAll().where('id', '=', params.id).executeTakeFirst()
    if (!job || (job.author_id !== caller.id && !isAdmin(caller))) throw problem.notFound()
    return {
      id: job.id,
      kind: job.kind,
      // the column's CHECK holds exactly the contract's states; the result was written by the job itself
      state: job.state as JobState,
      progress: { done: job.done, total: job.total },
      message: job.message,
      change_id: job.change_id,
      result: job.result as BulkResult | null,
    }
  },
}
