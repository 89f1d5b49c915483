import type * as endpoints from '#contract/views/endpoints.ts'
import { scope } from '../db/scope.ts'
import type { Handlers } from '../http/mount.ts'
import { problem } from '../problem.ts'
import { createView, removeView, restoreView, updateView } from './commands.ts'
import { countViews } from './counts.ts'
import { presentView } from './present.ts'
import { getView, listViews } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listViews: async (context, { query }) => {
    const school = await scope
      .schools(context)
      .select('schools.id')
      .where('schools.id', '=', query.school_id)
      .executeTakeFirst()
    if (!school) throw problem.selected('school_id')
    const rows = await listViews(context, school.id)
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
