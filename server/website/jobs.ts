import * as z from 'zod/mini'
import { optionRenaming, type OptionRenaming } from '#contract/website/option-calls.ts'
import type { Context } from '../context.ts'
import { abandonLongCall, enqueue, keepLongCall, runLongCall, task } from '../jobs/index.ts'
import { countAsked } from '../student-periods/index.ts'
import { recordsOf, renameOption } from './commands/rename-option.ts'

const asked = z.object({ period_id: z.int(), ask: optionRenaming })

/** A renaming that carries more records along than a request should wait for. */
const renameTask = task({
  name: 'rename_option',
  payload: z.object({ job_id: z.int() }),
  run: (house, { job_id }, { isLast }) =>
    runLongCall(house, { jobId: job_id, isLast }, async (context, kept) => {
      const { period_id, ask } = z.parse(asked, kept)
      const { documents: _documents, ...records } = await renameOption(context, period_id, ask)
      return records
    }),
  abandon: (house, { job_id }) => abandonLongCall(house, job_id),
})

export const websiteTasks = [renameTask]

/** Leaves a renaming to a job of its author. Answers its id. */
export const renameLater = async (
  context: Context,
  periodId: number,
  ask: OptionRenaming,
): Promise<number> => {
  const id = await keepLongCall(context, {
    kind: 'rename-option',
    ask: { period_id: periodId, ask },
    total: await countAsked(context, recordsOf(periodId, ask)),
  })
  await enqueue(context, renameTask, { job_id: id })
  return id
}
