import type * as endpoints from '#contract/history/endpoints.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/mount.ts'
import { pageMetaOf } from '../lib/table.ts'
import { isLong } from '../student-periods/index.ts'
import { getStudent } from '../students/index.ts'
import { noteView } from './access-log.ts'
import { listAccesses } from './accesses.ts'
import { readAsOf } from './as-of.ts'
import { countActEntries, isKnown, listEntries, listPeople, type HistoryAsk } from './queries.ts'
import { problem } from '../problem.ts'
import { undoLater } from './jobs.ts'
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

  listHistoryPeople: async (context, { params }) => {
    const student = await getStudent(context, params.id)
    return listPeople(context, student.id)
  },

  getStudentAsOf: async (context, { params, query }) => {
    const student = await getStudent(context, params.id)
    noteView(context, student, { detail: 'as of an earlier day' })
    return readAsOf(context, student.id, query.at)
  },

  listAccesses: async (context, { params, query }) => {
    const student = await getStudent(context, params.id)
    // what waits to be written is seen too: one's own view a moment ago
    await context.house.accesses.flush()
    const { rows, total } = await listAccesses(context, student.id, query)
    return { data: rows, meta: pageMetaOf(query, total, rows.length) }
  },

  undoChange: async (context, { params }) =>
    isLong(await countActEntries(context, params.id))
      ? { job_id: await undoLater(context, params.id) }
      : undoChange(context, params.id),
}
