import type * as endpoints from '#contract/history/endpoints.ts'
import type { Handlers } from '../http/mount.ts'
import { pageMetaOf } from '../lib/table.ts'
import { listEntries } from './queries.ts'
import { undoChange } from './undo.ts'

export const handlers: Handlers<typeof endpoints> = {
  listHistoryEntries: async (context, { query }) => {
    const { rows, total } = await listEntries(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  undoChange: (context, { params }) => undoChange(context, params.id),
}
