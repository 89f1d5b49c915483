import * as z from 'zod/mini'
import type { Undone } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { isLong, work } from '#server/platform/jobs/index.ts'
import { countChangeEntries, countChangedStudents } from '#server/platform/history/queries.ts'
import { undoChange } from './undo.ts'
import { claimUndoLater, getUndoable, undoKind } from '#server/platform/history/undoable.ts'

/** An undo of too many records for one request. It checks the records again when it runs. */
const undoing = work({
  kind: undoKind,
  ask: z.object({ change_id: z.int() }),
  change: (context, { change_id }) => undoChange(context, change_id),
})

/** Undoes a change: as a job if it wrote too many entries for one request. @throws Problem as `undoChange` */
export const undo = async (context: Context, id: number): Promise<Undone | { job_id: number }> =>
  isLong(await countChangeEntries(context, id))
    ? { job_id: await startUndoJob(context, id) }
    : undoChange(context, id)

/** Starts an undo as a job of the caller. Returns the job’s ID. @throws Problem as `undoChange`, at once */
const startUndoJob = async (context: Context, changeId: number): Promise<number> => {
  const act = await getUndoable(context, changeId)
  await claimUndoLater(context, act.id)
  return undoing.start(context, { change_id: act.id }, { total: await countChangedStudents(context, act.id) })
}

export const undoTasks = [undoing.task]
