import type { Context } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { findJob } from './queries.ts'

/**
 * Marks a finished job as seen by its author. Only the first time counts, and views by product admins don’t. It
 * isn’t recorded in the history, because no record changes.
 * @throws Problem 404 if it’s another user’s job and the caller isn’t a product admin, 409 if it’s still
 * running
 */
export const markJobSeen = async (context: Context, id: number): Promise<void> => {
  const { db, caller, clock } = context
  const job = await findJob(context, id)
  if (!job) throw problem.notFound()
  if (job.state !== 'done' && job.state !== 'failed') throw problem.stale(null, 'This is still running.')
  await db
    .updateTable('jobs')
    .set({ told_at: clock.now().toISOString() })
    .where('id', '=', id)
    .where('author_id', '=', caller.id)
    .where('told_at', 'is', null)
    .execute()
}
