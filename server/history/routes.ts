import type * as endpoints from '#contract/history/endpoints.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { pageMetaOf } from '../lib/table.ts'
import { isKnown, listEntries, type HistoryAsk } from './queries.ts'
import { problem } from '../problem.ts'
import { undoChange } from './undo.ts'

/** Whose history is asked for must be there, and the caller's. @throws Problem 422 on that key */
const assertKnown = async (context: Context, ask: HistoryAsk): Promise<void> => {
  for (const field of ['student_id', 'student_period_id', 'change_id'] as const)
    if (ask[field] !== undefined && !(await isKnown(context, field, ask[field])))
      throw problem.selected(field)
}

export const handlers: Handlers<typeof endpoints> = {
  listHistoryEntries: async (context, { query }) => {
    await assertKnown(context, query)
    const { rows, total } = await listEntries(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  undoChange: (context, { params }) => undoChange(context, params.id),
}
