import type * as endpoints from '#contract/platform/history/endpoints.ts'
import type { Undone } from '#contract/platform/history/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { logView } from './access-log.ts'
import { listAccesses } from './accesses.ts'
import { reading } from '#server/platform/db/replica.ts'
import { readAsOf } from './as-of.ts'
import { listOwnChanges } from './own-changes.ts'
import { getStudent, isKnown, listEntries, listPeople, type HistoryRequest } from './queries.ts'
import { problem } from '#server/platform/problem.ts'

/** Checks that the subject exists and the caller has access. @throws Problem 422 on its key */
const assertKnown = async (context: Context, ask: HistoryRequest): Promise<void> => {
  for (const field of ['student_id', 'student_period_id', 'change_id'] as const)
    if (ask[field] !== undefined && !(await isKnown(context, field, ask[field])))
      throw problem.selected(field)
}

/** Undoes a change, now or in a job. It knows every module, so the application passes it in. */
type Undo = (context: Context, changeId: number) => Promise<Undone | { job_id: number }>

export const handlersWith = (undo: Undo): Handlers<typeof endpoints> => ({
  listHistoryEntries: async (context, { query }) => {
    await assertKnown(context, query)
    const { rows, total } = await listEntries(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  listOwnChanges: async (context, { query }) => {
    const { rows, total } = await listOwnChanges(context, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  listHistoryPeople: async (context, { params }) => {
    const student = await getStudent(context, params.id)
    return listPeople(context, student.id)
  },

  getStudentAsOf: async (context, { params, query }) => {
    const student = await getStudent(context, params.id)
    logView(context, student, { detail: 'as of an earlier day' })
    return reading(context, (inside) => readAsOf(inside, student.id, query.at))
  },

  listAccesses: async (context, { params, query }) => {
    const student = await getStudent(context, params.id)
    // saves pending accesses first, so that the caller's own view is listed
    await context.services.accesses.flush()
    const { rows, total } = await listAccesses(context, student.id, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  undoChange: (context, { params }) => undo(context, params.id),
})
