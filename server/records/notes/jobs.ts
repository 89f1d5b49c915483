import * as z from 'zod/mini'
import { notesToAdd, type NotesToAdd } from '#contract/records/notes/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { abandonLongCall, enqueue, saveLongCall, runLongCall, task } from '#server/platform/jobs/index.ts'
import { countRequested } from '#server/records/student-periods/index.ts'
import { addNotes } from './commands.ts'

/** Adds notes in the background if there are too many students for one request. */
const addNotesTask = task({
  name: 'add_notes',
  payload: z.object({ job_id: z.int() }),
  run: (services, { job_id }, { isLast }) =>
    runLongCall(services, { jobId: job_id, isLast }, (context, ask) =>
      addNotes(context, z.parse(notesToAdd, ask)),
    ),
  abandon: (services, { job_id }) => abandonLongCall(services, job_id),
})

export const noteTasks = [addNotesTask]

/** Starts adding notes as a job of its author. Returns the job’s ID. */
export const startNotesJob = async (context: Context, ask: NotesToAdd): Promise<number> => {
  const id = await saveLongCall(context, {
    kind: 'add-notes',
    ask,
    total: await countRequested(context, ask),
  })
  await enqueue(context, addNotesTask, { job_id: id })
  return id
}
