import * as z from 'zod/mini'
import { optionRenaming, type OptionRenaming } from '#contract/records/options/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { work } from '#server/platform/jobs/index.ts'
import { countRequested } from '#server/records/student-periods/index.ts'
import { recordsOf, renameOption } from './commands/rename-option.ts'

/** Renames an option in too many records for one request. */
const renaming = work({
  kind: 'rename-option',
  ask: z.object({ period_id: z.int(), ask: optionRenaming }),
  change: async (context, { period_id, ask }) => {
    const { documents: _documents, ...records } = await renameOption(context, period_id, ask)
    return records
  },
})

/** Starts a rename as a job of its author. Returns its ID. */
export const startRenameJob = async (
  context: Context,
  periodId: number,
  ask: OptionRenaming,
): Promise<number> =>
  renaming.start(
    context,
    { period_id: periodId, ask },
    { total: await countRequested(context, recordsOf(periodId, ask)) },
  )

export const optionTasks = [renaming.task]
