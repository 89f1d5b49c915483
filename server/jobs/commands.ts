import type { Context } from '../context.ts'
import { problem } from '../problem.ts'
import { findJob } from './queries.ts'

/**
 * Writes down that the author of work was shown how it ended; the first time counts, and that a product admin looked at
 * it is nobody's telling. No history: it says nothing of any record. @throws Problem 404 when it is neither the caller's
 * nor a product admin asks, 409 when it goes on
 */
export const noteJobTold = async (context: Context, id: number): Promise<void> => {
  const { db, caller, clock } = context
  const job = await findJob(context, id)
  if (!job) throw problem.notFound()
  if (job.state !== 'done' && job.state !== 'failed') throw problem.stale(null, 'This goes on still.')
  await db
    .updateTable('jobs')
    .set({ told_at: clock.now().toISOString() })
    .where('id', '=', id)
    .where('author_id', '=', caller.id)
    .where('told_at', 'is', null)
    .execute()
}
