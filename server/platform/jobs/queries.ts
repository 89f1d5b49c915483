import type { Selectable } from 'kysely'
import { jobKinds } from '#contract/platform/jobs/shapes.ts'
import { isAdmin } from '#contract/platform/access.ts'
import type { Context } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'

export type JobRow = Selectable<DB['jobs']>

/** Hours that finished jobs stay listed for their author; also the time in which they can undo them. */
const listedFor = 86_400_000

/** Lists the caller’s queued and running jobs, and recently finished ones they haven’t seen, newest first. */
export const listUnseenJobs = ({ db, caller, clock }: Context): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('author_id', '=', caller.id)
    // the others are shown where they were started
    .where('kind', 'in', [...jobKinds])
    .where('told_at', 'is', null)
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'running']),
        where('updated_at', '>', new Date(clock.now().getTime() - listedFor).toISOString()),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()

/** Returns a job of the caller; product admins can see all jobs. */
export const findJob = async ({ db, caller }: Context, id: number): Promise<JobRow | undefined> => {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  return job && (job.author_id === caller.id || isAdmin(caller)) ? job : undefined
}
