import * as z from 'zod/mini'
import { endpoint, list, one, page } from '#contract/platform/endpoint.ts'
import { day, idParams, idText, instant, person } from '#contract/platform/fields.ts'
import { paging, tableQuery } from '#contract/platform/table-query.ts'
import { recordAsOf } from './as-of.ts'
import {
  access,
  accessColumns,
  causes,
  historyColumns,
  historyEntry,
  historyKinds,
  ownChange,
  undoAnswer,
} from './shapes.ts'

export const listHistoryEntries = endpoint({
  method: 'GET',
  path: '/api/student-history-entries',
  access: 'school',
  limit: 'searches',
  summary:
    'Lists changes, newest first. The texts on a page share 1,000,000 characters. Ask for fewer entries to get longer texts in full.',
  query: z.strictObject({
    ...tableQuery(historyColumns),
    student_id: z.optional(idText),
    student_period_id: z.optional(idText),
    change_id: z.optional(idText),
    field: z.optional(z.string().check(z.maxLength(100))),
    /** The user who made the change. */
    actor_id: z.optional(idText),
    cause: z.optional(z.enum(causes)),
    kind: z.optional(z.enum(historyKinds)),
    /** Calendar dates in the office’s time zone, both inclusive. */
    from: z.optional(day),
    to: z.optional(day),
  }),
  reply: page(historyEntry),
})

export const listHistoryPeople = endpoint({
  method: 'GET',
  path: '/api/students/:id/history-people',
  access: 'school',
  summary: 'Lists the users who changed a student, by name, for the history filter.',
  params: idParams,
  reply: list(person),
})

export const listOwnChanges = endpoint({
  method: 'GET',
  path: '/api/own-changes',
  access: 'school',
  summary:
    'Lists the changes that the caller has made today in their schools, newest first. A day is one of the office’s time zone.',
  query: z.strictObject(paging),
  reply: page(ownChange),
})

export const getStudentAsOf = endpoint({
  method: 'GET',
  path: '/api/students/:id/as-of',
  access: 'school',
  summary:
    'Returns a student with policy years and dependents as of a time or the end of a day, rebuilt from the history.',
  params: idParams,
  query: z.strictObject({ at: z.union([day, instant]) }),
  reply: one(recordAsOf),
})

export const listAccesses = endpoint({
  method: 'GET',
  path: '/api/students/:id/accesses',
  access: 'admin',
  limit: 'searches',
  summary: 'Lists who viewed a student, downloaded a document or revealed an SSN, newest first.',
  params: idParams,
  query: z.strictObject(tableQuery(accessColumns)),
  reply: page(access),
})

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/changes/:id/undo',
  access: 'school',
  summary:
    'Undoes a change in records that haven’t changed again. Runs as a job for more than 10,000 records.',
  params: idParams,
  idempotent: true,
  reply: one(undoAnswer),
})
