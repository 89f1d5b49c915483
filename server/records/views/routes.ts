import type * as endpoints from '#contract/records/views/endpoints.ts'
import { selectSchool } from '#server/platform/db/scope.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { createView, removeView, restoreView, updateView } from './commands.ts'
import { countViews, getView, listViews } from './queries.ts'
import { presentView } from './present.ts'

export const handlers: Handlers<typeof endpoints> = {
  listViews: async (context, { query }) => {
    await selectSchool(context, query.school_id)
    const rows = await listViews(context, query.school_id)
    return rows.map((row) => presentView(row, context.caller))
  },

  countViews: (context, { query }) => countViews(context, query),

  createView: async (context, { body }) =>
    presentView(await getView(context, await createView(context, body)), context.caller),

  updateView: async (context, { params, body }) =>
    presentView(await updateView(context, params.id, body), context.caller),

  removeView: (context, { params }) => removeView(context, params.id),

  restoreView: async (context, { params }) => {
    await restoreView(context, params.id)
    return presentView(await getView(context, params.id), context.caller)
  },
}
