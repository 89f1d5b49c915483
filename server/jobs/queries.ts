import type { Selectable } from 'kysely'
import { isAdmin } from '#contract/access.ts'
import type { Context } from '../context.ts'
import type { DB } from '../db/schema.ts'

export type JobRow = Selectable<DB['jobs']>

/** So long after its end work is still told to its author who was away; as long as they may take it back. */
const toldWithin = 86_400_000

/** The caller's own jobs that wait or run, or ended lately and were not told, the latest first. */
export const listUntoldJobs = ({ db, caller, clock }: Context): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('author_id', '=', caller.id)
    .where('told_at', 'is', null)
    .where((where) =>
      where.or([
        where('state', 'in', ['queued', 'running']),
        where('updated_at', '>', new Date(clock.now().getTime() - toldWithin).toISOString()),
      ]),
    )
    .orderBy('id', 'desc')
    .execute()

/** A job of the caller's; product admins find everybody's. */
export const findJob = async ({ db, caller }: Context, id: number): Promise<JobRow | undefined> => {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  return job && (job.author_id === caller.id || isAdmin(caller)) ? job : undefined
}
