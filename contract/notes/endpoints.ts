import * as z from 'zod/mini'
import { empty, endpoint, one, page } from '../endpoint.ts'
import { id, idParams, idText } from '../fields.ts'
import { bulkAnswer } from '../student-periods/bulk-shapes.ts'
import { noteBody, notesPaging, notesToAdd, studentNote } from './shapes.ts'

export const listNotes = endpoint({
  method: 'GET',
  path: '/api/student-notes',
  access: 'school',
  summary:
    'The notes about a student, or about one of their policy years: pinned ones first, then the newest; at most 20 at once.',
  query: z.strictObject({ student_id: idText, student_period_id: z.optional(idText), ...notesPaging }),
  reply: page(studentNote),
})

export const createNote = endpoint({
  method: 'POST',
  path: '/api/student-notes/create',
  access: 'school',
  summary: 'Adds a note about a student, or about one of their policy years.',
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
  summary: 'One note.',
  params: idParams,
  reply: one(studentNote),
})

export const replaceNoteBody = endpoint({
  method: 'PUT',
  path: '/api/student-notes/:id/body',
  access: 'school',
  summary: 'Replaces the text of a note. School admins change their own notes only.',
  params: idParams,
  body: z.strictObject({ body: noteBody, version: z.optional(z.int()) }),
  literal: ['body'],
  reply: one(studentNote),
})

export const pinNote = endpoint({
  method: 'PUT',
  path: '/api/student-notes/:id/pinned',
  access: 'school',
  summary: 'Pins a note above the others, or takes the pin away; anybody of the school may.',
  params: idParams,
  body: z.strictObject({ pinned: z.boolean(), version: z.optional(z.int()) }),
  reply: one(studentNote),
})

export const removeNote = endpoint({
  method: 'DELETE',
  path: '/api/student-notes/:id',
  access: 'school',
  summary: 'Removes a note; undo brings it back. School admins remove their own notes only.',
  params: idParams,
  reply: empty(),
})

export const addNotes = endpoint({
  method: 'POST',
  path: '/api/bulk-add-student-note',
  access: 'school',
  summary:
    'Adds the same note about every student of a selection, one each; a dry run counts them. Above 10,000 rows a job does it.',
  body: notesToAdd,
  literal: ['body'],
  idempotent: true,
  reply: one(bulkAnswer),
})
