import * as z from 'zod/mini'
import { endpoint, list, one, page } from '../endpoint.ts'
import { day, idParams, idText, instant } from '../fields.ts'
import { tableQuery } from '../table-query.ts'
import { recordAsOf } from './as-of.ts'
import {
  access,
  accessColumns,
  causes,
  historyColumns,
  historyEntry,
  historyKinds,
  undoAnswer,
} from './shapes.ts'

export const listHistoryEntries = endpoint({
  method: 'GET',
  path: '/api/student-history-entries',
  access: 'school',
  summary:
    'What changed, the newest first. The texts of a page share a million characters: ask for fewer entries to get longer ones whole.',
  query: z.strictObject({
    ...tableQuery(historyColumns),
    student_id: z.optional(idText),
    student_period_id: z.optional(idText),
    change_id: z.optional(idText),
    field: z.optional(z.string().check(z.maxLength(100))),
    /** Who did it. */
    actor_id: z.optional(idText),
    cause: z.optional(z.enum(causes)),
    kind: z.optional(z.enum(historyKinds)),
    /** Calendar days of the office, both included. */
    from: z.optional(day),
    to: z.optional(day),
  }),
  reply: page(historyEntry),
})

export const listHistoryPeople = endpoint({
  method: 'GET',
  path: '/api/students/:id/history-people',
  access: 'school',
  summary: 'Who ever changed a student, by name: the people whom the history may be narrowed to.',
  params: idParams,
  reply: list(z.object({ id: z.int(), name: z.string() })),
})

export const getStudentAsOf = endpoint({
  method: 'GET',
  path: '/api/students/:id/as-of',
  access: 'school',
  summary:
    'A student, the policy years and the dependents as they were at an instant, or at the end of a day, rebuilt from the history.',
  params: idParams,
  query: z.strictObject({ at: z.union([day, instant]) }),
  reply: one(recordAsOf),
})

export const listAccesses = endpoint({
  method: 'GET',
  path: '/api/students/:id/accesses',
  access: 'admin',
  summary: 'Who saw a student, downloaded a document or looked at an SSN, the latest first.',
  params: idParams,
  query: z.strictObject(tableQuery(accessColumns)),
  reply: page(access),
})

export const undoChange = endpoint({
  method: 'POST',
  path: '/api/changes/:id/undo',
  access: 'school',
  summary:
    'Reverts what a change did wherever nobody has touched it since; as a job when that is more than 10,000 records.',
  params: idParams,
  idempotent: true,
  reply: one(undoAnswer),
})
