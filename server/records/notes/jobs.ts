import { notesToAdd, type NotesToAdd } from '#contract/records/notes/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { work } from '#server/platform/jobs/index.ts'
import { countRequested } from '#server/records/student-periods/index.ts'
import { addNotes } from './commands.ts'

/** Adds notes in the background if there are too many students for one request. */
const addingNotes = work({ kind: 'add-notes', ask: notesToAdd, change: addNotes })

/** Starts adding notes as a job of its author. Returns the job’s ID. */
export const startNotesJob = async (context: Context, ask: NotesToAdd): Promise<number> =>
  addingNotes.start(context, ask, { total: await countRequested(context, ask) })

export const noteTasks = [addingNotes.task]
