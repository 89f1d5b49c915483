import * as z from 'zod/mini'
import { notesToAdd, type NotesToAdd } from '#contract/notes/shapes.ts'
import type { Context } from '../context.ts'
import { abandonLongCall, enqueue, keepLongCall, runLongCall, task } from '../jobs/index.ts'
import { countAsked } from '../student-periods/index.ts'
import { addNotes } from './add-notes.ts'

/** Notes about more students than a request should wait for. */
const addNotesTask = task({
  name: 'add_notes',
  payload: z.object({ job_id: z.int() }),
  run: (house, { job_id }, { isLast }) =>
    runLongCall(house, { jobId: job_id, isLast }, (context, ask) =>
      addNotes(context, z.parse(notesToAdd, ask)),
    ),
  abandon: (house, { job_id }) => abandonLongCall(house, job_id),
})

export const noteTasks = [addNotesTask]

/** Leaves notes about many to a job of its author. Answers its id. */
export const addNotesLater = async (context: Context, ask: NotesToAdd): Promise<number> => {
  const id = await keepLongCall(context, {
    kind: 'add-notes',
    ask,
    total: await countAsked(context, ask),
  })
  await enqueue(context, addNotesTask, { job_id: id })
  return id
}
