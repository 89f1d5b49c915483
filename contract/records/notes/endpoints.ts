import * as z from 'zod/mini'
import { empty, endpoint, one, page } from '#contract/platform/endpoint.ts'
import { id, idParams, idText } from '#contract/platform/fields.ts'
import { bulkAnswer } from '#contract/platform/record/bulk.ts'
import { noteBody, notesPaging, notesToAdd, studentNote } from './shapes.ts'

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/student-notes',
  access: 'school',
  summary: 'Lists up to 20 notes of a student or a student-period, pinned first, then newest first.',
  query: z.strictObject({ student_id: idText, student_period_id: z.optional(idText), ...notesPaging }),
  reply: page(studentNote),
})

export const createNote = endpoint({
  method: 'POST',
  path: '/api/student-notes/create',
  access: 'school',
  summary: 'Adds a note to a student or a student-period.',
  body: z.strictObject({ student_id: id, student_period_id: z.nullish(id), body: noteBody }),
  literal: ['body'],
  idempotent: true,
  reply: one(studentNote),
  status: 201,
})

export const getNote = endpoint({
  method: 'GET',
  path: '/api/student-notes/:id',
  access: 'school',
  summary: 'Returns a note.',
  params: idParams,
  reply: one(studentNote),
})

export const replaceNoteBody = endpoint({
  method: 'PUT',
  path: '/api/student-notes/:id/body',
  access: 'school',
  summary: 'Replaces a note’s text. School admins can change only their own notes.',
  params: idParams,
  body: z.strictObject({ body: noteBody, version: z.optional(z.int()) }),
  literal: ['body'],
  reply: one(studentNote),
})

export const pinNote = endpoint({
  method: 'PUT',
  path: '/api/student-notes/:id/pinned',
  access: 'school',
  summary: 'Pins or unpins a note. Any admin of the school can do this.',
  params: idParams,
  body: z.strictObject({ pinned: z.boolean(), version: z.optional(z.int()) }),
  reply: one(studentNote),
})

export const removeNote = endpoint({
  method: 'DELETE',
  path: '/api/student-notes/:id',
  access: 'school',
  summary: 'Removes a note. Undo restores it. School admins can remove only their own notes.',
  params: idParams,
  reply: empty(),
})

export const addNotes = endpoint({
  method: 'POST',
  path: '/api/bulk-add-student-note',
  access: 'school',
  summary:
    'Adds the same note to each selected student. A dry run counts them. Runs as a job for more than 10,000 rows.',
  body: notesToAdd,
  literal: ['body'],
  idempotent: true,
  reply: one(bulkAnswer),
})
