import type * as endpoints from '#contract/records/notes/endpoints.ts'
import { logView } from '#server/platform/history/index.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { pageMetaOf } from '#server/platform/lib/table.ts'
import { isLongCall } from '#server/records/student-periods/index.ts'
import { selectStudent } from '#server/records/students/index.ts'
import { addNotes, assertOwnPeriod, createNote, pinNote, removeNote, replaceBody } from './commands.ts'
import { startNotesJob } from './jobs.ts'
import { presentNote } from './present.ts'
import { countNotes, getNote, listNotes } from './queries.ts'

export const handlers: Handlers<typeof endpoints> = {
  listNotes: async (context, { query }) => {
    const student = await selectStudent(context, query.student_id)
    if (query.student_period_id !== undefined)
      await assertOwnPeriod(context, student.id, query.student_period_id)
    logView(context, student, { detail: 'notes' })
    const rows = await listNotes(context, query)
    const total = await countNotes(context, query)
    return { data: rows.map(presentNote), meta: pageMetaOf(query, total, rows.length) }
  },

  createNote: async (context, { body }) =>
    presentNote(await getNote(context, await createNote(context, body))),

  getNote: async (context, { params }) => presentNote(await getNote(context, params.id)),

  replaceNoteBody: async (context, { params, body }) => {
    await replaceBody(context, params.id, body)
    return presentNote(await getNote(context, params.id))
  },

  pinNote: async (context, { params, body }) => {
    await pinNote(context, params.id, body)
    return presentNote(await getNote(context, params.id))
  },

  removeNote: (context, { params }) => removeNote(context, params.id),

  addNotes: async (context, { body }) =>
    (await isLongCall(context, body))
      ? { job_id: await startNotesJob(context, body) }
      : addNotes(context, body),
}
