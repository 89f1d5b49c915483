import * as z from 'zod/mini'
import type { Undone } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import {
  abandonLongCall,
  enqueue,
  isLong,
  saveLongCall,
  runLongCall,
  task,
} from '#server/platform/jobs/index.ts'
import { countChangeEntries, countChangedStudents } from '#server/platform/history/queries.ts'
import { undoChange } from './undo.ts'
import { claimUndoLater, getUndoable, undoKind } from '#server/platform/history/undoable.ts'

const asked = z.object({ change_id: z.int() })

/** An undo of too many records for one request. It checks the records again when it runs. */
const undoTask = task({
  name: 'undo_change',
  payload: z.object({ job_id: z.int() }),
  run: (services, { job_id }, { isLast }) =>
    runLongCall(services, { jobId: job_id, isLast }, (context, ask) =>
      undoChange(context, z.parse(asked, ask).change_id),
    ),
  abandon: (services, { job_id }) => abandonLongCall(services, job_id),
})

export const undoTasks = [undoTask]

/** Undoes a change: as a job if it wrote too many entries for one request. @throws Problem as `undoChange` */
export const undo = async (context: Context, id: number): Promise<Undone | { job_id: number }> =>
  isLong(await countChangeEntries(context, id))
    ? { job_id: await startUndoJob(context, id) }
    : undoChange(context, id)

/** Starts an undo as a job of the caller. Returns the job’s ID. @throws Problem as `undoChange`, at once */
const startUndoJob = async (context: Context, changeId: number): Promise<number> => {
  const act = await getUndoable(context, changeId)
  await claimUndoLater(context, act.id)
  const id = await saveLongCall(context, {
    kind: undoKind,
    ask: { change_id: act.id },
    total: await countChangedStudents(context, act.id),
  })
  await enqueue(context, undoTask, { job_id: id })
  return id
}
