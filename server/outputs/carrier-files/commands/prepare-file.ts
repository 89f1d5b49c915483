import { isAdmin } from '#contract/platform/access.ts'
import type { Context, Progress, Services } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { countRecords, sourceOf } from '../queries/records.ts'
import { writeMembers } from './write-members.ts'

/**
 * Prepares a carrier file, so that it’s whole or missing. Memory doesn’t grow with it.
 * @throws Problem 403, 404, 422 if its author may no longer read the records
 */
export const prepareFile = async (
  context: Context & { readonly progress: Progress },
  _ask: object,
  jobId: number,
): Promise<null> => {
  const file = await scope
    .carrierFiles(context)
    .selectAll('carrier_files')
    .where('carrier_files.job_id', '=', jobId)
    .executeTakeFirst()
  if (!file) throw problem.notFound()
  if (!isAdmin(context.caller)) throw problem.forbidden()
  await selectPeriod(context, file.period_id)
  context.progress.count(await countRecords(context, sourceOf(file)))
  const {
    members: _members,
    counts,
    sets,
    ...totals
  } = await writeMembers(context, file, context.progress.add)
  const now = context.clock.now().toISOString()
  await scope
    .update(context, 'carrier_files')
    .set({
      ...totals,
      counts: JSON.stringify(counts),
      sets: JSON.stringify(sets),
      state: 'ready',
      updated_at: now,
      prepared_at: now,
    })
    .where('carrier_files.id', '=', file.id)
    .execute()
  return null
}

/** Ends a file that couldn’t be prepared. */
export const noteFailed = ({ db, clock }: Pick<Services, 'db' | 'clock'>, jobId: number): Promise<unknown> =>
  // scope: the file of this job, which has failed
  db
    .updateTable('carrier_files')
    .set({ state: 'failed', updated_at: clock.now().toISOString() })
    .where('job_id', '=', jobId)
    .execute()
