import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { abandonLongCall, enqueue, keepLongCall, runLongCall, task } from '../jobs/index.ts'
import { countActStudents } from './queries.ts'
import { undoChange } from './undo.ts'
import { claimUndoLater, getUndoable, undoKind } from './undoable.ts'

const asked = z.object({ change_id: z.int() })

/** An undo of more records than a request should wait for: judged again when it runs, for what happened meanwhile. */
const undoTask = task({
  name: 'undo_change',
  payload: z.object({ job_id: z.int() }),
  run: (house, { job_id }, { isLast }) =>
    runLongCall(house, { jobId: job_id, isLast }, (context, ask) =>
      undoChange(context, z.parse(asked, ask).change_id),
    ),
  abandon: (house, { job_id }) => abandonLongCall(house, job_id),
})

export const historyTasks = [undoTask]

/** Leaves an undo to a job of the caller's. Answers the job's id. @throws Problem as `undoChange`, at once */
export const undoLater = async (context: Context, changeId: number): Promise<number> => {
  const act = await getUndoable(context, changeId)
  await claimUndoLater(context, act.id)
  const id = await keepLongCall(context, {
    kind: undoKind,
    ask: { change_id: act.id },
    total: await countActStudents(context, act.id),
  })
  await enqueue(context, undoTask, { job_id: id })
  return id
}
