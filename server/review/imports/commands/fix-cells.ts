import type { CellFix } from '#contract/review/imports/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { getPreview, recordReview } from './confirm-rows.ts'
import { hasFile, saveFixedCells } from '../files/stored.ts'
import { planImportTask } from '../jobs.ts'
import { presentImport } from '../present.ts'
import { rowsOfCells } from '../queries/runs.ts'
import { isHeld } from '../rules/may-apply.ts'

/**
 * Saves what replaces cells of rejected rows, and starts reading the file again: a preview follows, also where the rows
 * would have been imported without one.
 * @throws Problem 404, 409 `stale` if it can’t be decided on or a cell isn’t rejected any more
 */
export const fixCells = async (context: Context, id: number, cells: readonly CellFix[]): Promise<number> => {
  const run = await getPreview(context, id)
  if (!(await hasFile(context, id))) throw problem.notFound()
  const stale = (message: string) =>
    problem.stale(presentImport(run, { now: context.clock.now(), lastAct: undefined }), message)
  if (isHeld(run)) throw stale('Check first whether this file is right.')
  const fixed = []
  for (const cell of cells)
    fixed.push({ column: cell.column, to: cell.to ?? '', rows: await rowsOfCells(context, id, cell) })
  if (fixed.some(({ rows }) => rows.length === 0))
    throw stale('These cells were already fixed. Check the preview again.')
  await saveFixedCells(context, run, fixed)
  await scope
    .update(context, 'imports')
    .set({ state: 'queued', dry_run: true, done: 0, updated_at: context.clock.now().toISOString() })
    .where('id', '=', id)
    .execute()
  const count = fixed.reduce((sum, { rows }) => sum + rows.length, 0)
  await recordReview(context, run, { field: 'cells_fixed', before: null, after: count })
  await enqueue(context, planImportTask, { import_id: id })
  return id
}
