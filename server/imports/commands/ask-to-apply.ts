import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { enqueue } from '../../jobs/index.ts'
import { problem } from '../../problem.ts'
import { applyImportTask } from '../jobs.ts'
import { presentImport } from '../present.ts'
import { getImportRecord, listLastActs, type ImportRecord } from '../queries.ts'
import { isPlanFresh } from '../rules/may-apply.ts'
import { isStale } from './apply-plan.ts'
import { refusedText } from './run-import.ts'
import { claimPeriod } from './claim-period.ts'

/**
 * Has a previewed import written, exactly as it was shown. With refused rows that are not accepted nothing is
 * written and the import says so.
 * @throws Problem 404, 409 `stale` when the preview is over an hour old, was applied, or no longer holds
 */
export const askToApply = async (
  context: Context,
  id: number,
  acceptValidRows: boolean | undefined,
): Promise<number> => {
  const run = await getImportRecord(context, id)
  await claimPeriod(context, run.period_id)
  const lastActs = await listLastActs(context, [run])
  const stale = (message: string) =>
    problem.stale(presentImport(run, { now: context.clock.now(), lastAct: lastActs.get(id) }), message)
  if (run.applied_at !== null) throw stale('This import was written already.')
  if (!isPlanFresh(run, context.clock.now()))
    throw stale('The preview is over an hour old. Preview the file again.')
  const accepts = acceptValidRows ?? run.accept_valid_rows
  if (run.refused > 0 && !accepts) return leave(context, run)
  if (await isStale(context, run))
    throw stale('Records were changed since the preview was made. Preview the file again.')
  await scope
    .update(context, 'imports')
    .set({
      state: 'queued',
      accept_valid_rows: accepts,
      done: 0,
      message: null,
      updated_at: context.clock.now().toISOString(),
    })
    .where('id', '=', id)
    .where('school_id', '=', run.school_id)
    .execute()
  await enqueue(context, applyImportTask, { import_id: id })
  return id
}

const leave = async (context: Context, run: ImportRecord): Promise<number> => {
  await scope
    .update(context, 'imports')
    .set({ state: 'refused', message: refusedText, updated_at: context.clock.now().toISOString() })
    .where('id', '=', run.id)
    .where('school_id', '=', run.school_id)
    .execute()
  return run.id
}
