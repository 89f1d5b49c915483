import type { Selectable } from 'kysely'
import { isAdmin } from '#contract/access.ts'
import type { Context } from '../context.ts'
import type { DB } from '../db/schema.ts'

export type JobRow = Selectable<DB['jobs']>

/** The caller's own jobs that wait or run, the latest first. */
export const listOpenJobs = ({ db, caller }: Context): Promise<JobRow[]> =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('author_id', '=', caller.id)
    .where('state', 'in', ['queued', 'running'])
    .orderBy('id', 'desc')
    .execute()

/** A job of the caller's; product admins find everybody's. */
export const findJob = async ({ db, caller }: Context, id: number): Promise<JobRow | undefined> => {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
  return job && (job.author_id === caller.id || isAdmin(caller)) ? job : undefined
}
