import { holdCauses, holdTexts } from '#contract/review/imports/choices.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { applyImportTask } from '../jobs.ts'
import { presentImport } from '../present.ts'
import { getImportRecord, listLastChanges, type ImportRecord } from '../queries.ts'
import { isHeld, isPlanFresh } from '../rules/may-apply.ts'
import { isStale } from './apply-plan.ts'
import { rejectedText } from './run-import.ts'
import { claimPeriod } from './claim-period.ts'

/**
 * Starts the import of a preview, exactly as shown. If rejected rows aren’t accepted, nothing is saved and the
 * import says so.
 * @throws Problem 404, 409 `stale` if the preview is more than 1 hour old, was applied or no longer matches
 */
export const requestApply = async (
  context: Context,
  id: number,
  acceptValidRows: boolean | undefined,
): Promise<number> => {
  const run = await getImportRecord(context, id)
  await claimPeriod(context, run.period_id)
  const lastActs = await listLastChanges(context, [run])
  const stale = (message: string) =>
    problem.stale(presentImport(run, { now: context.clock.now(), lastAct: lastActs.get(id) }), message)
  if (run.applied_at !== null) throw stale('This file was already imported.')
  if (!isPlanFresh(run, context.clock.now())) throw stale('The preview has expired. Preview the file again.')
  if (isHeld(run)) throw stale(heldText(run))
  const accepts = acceptValidRows ?? run.accept_valid_rows
  if (run.refused > 0 && !accepts) return rejectImport(context, run)
  if (await isStale(context, run))
    throw stale('Some records changed after the preview. Preview the file again.')
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

const heldText = ({ held_for }: ImportRecord): string => {
  const cause = holdCauses.find((known) => known === held_for)
  return `${cause ? `${holdTexts[cause]} ` : ''}Nothing was imported. Upload another file, or confirm that this one is right.`
}

const rejectImport = async (context: Context, run: ImportRecord): Promise<number> => {
  await scope
    .update(context, 'imports')
    .set({ state: 'refused', message: rejectedText, updated_at: context.clock.now().toISOString() })
    .where('id', '=', run.id)
    .where('school_id', '=', run.school_id)
    .execute()
  return run.id
}
