import * as z from 'zod/mini'
import { optionRenaming, type OptionRenaming } from '#contract/records/options/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { abandonLongCall, enqueue, saveLongCall, runLongCall, task } from '#server/platform/jobs/index.ts'
import { countRequested } from '#server/records/student-periods/index.ts'
import { recordsOf, renameOption } from './commands/rename-option.ts'

const asked = z.object({ period_id: z.int(), ask: optionRenaming })

/** Renames an option in too many records for one request. */
const renameTask = task({
  name: 'rename_option',
  payload: z.object({ job_id: z.int() }),
  run: (services, { job_id }, { isLast }) =>
    runLongCall(services, { jobId: job_id, isLast }, async (context, kept) => {
      const { period_id, ask } = z.parse(asked, kept)
      const { documents: _documents, ...records } = await renameOption(context, period_id, ask)
      return records
    }),
  abandon: (services, { job_id }) => abandonLongCall(services, job_id),
})

export const optionTasks = [renameTask]

/** Starts a rename as a job of its author. Returns its ID. */
export const startRenameJob = async (
  context: Context,
  periodId: number,
  ask: OptionRenaming,
): Promise<number> => {
  const id = await saveLongCall(context, {
    kind: 'rename-option',
    ask: { period_id: periodId, ask },
    total: await countRequested(context, recordsOf(periodId, ask)),
  })
  await enqueue(context, renameTask, { job_id: id })
  return id
}
