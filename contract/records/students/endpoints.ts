import * as z from 'zod/mini'
import { fileKinds } from '#contract/platform/record/file-kinds.ts'
import { endpoint, list, one } from '#contract/platform/endpoint.ts'
import { idParams, idText } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import {
  studentPolicyYear,
  heldSsn,
  mergedStudent,
  student,
  studentChange,
  studentHit,
  recordCounts,
} from './shapes.ts'
import { revealedSsn, revealReason } from './reveal.ts'

export const searchStudentsByName = endpoint({
  method: 'GET',
  path: '/api/students/search-by-name',
  access: 'school',
  limit: 'searches',
  summary:
    'Finds up to 20 students by name, student ID or email, best matches first. Allows for misspellings. Lists students of `current_school_id` first.',
  query: z.strictObject({
    q: z.string().check(z.minLength(1, texts.required), z.maxLength(100)),
    school_id: z.optional(idText),
    /** The school the caller is working in. Its students are listed first. */
    current_school_id: z.optional(idText),
  }),
  reply: list(studentHit),
})

export const getStudent = endpoint({
  method: 'GET',
  path: '/api/students/:id',
  access: 'school',
  summary: 'Returns a student. The SSN is masked to the last 4 digits.',
  params: idParams,
  reply: one(student),
})

export const updateStudent = endpoint({
  method: 'PUT',
  path: '/api/students/:id',
  access: 'school',
  summary: 'Updates any fields of a student. A masked SSN doesn’t change the saved one.',
  params: idParams,
  body: z.strictObject({ ...studentChange, version: z.optional(z.int()) }),
  reply: one(student),
})

/** Two records of one person become one. */
export const mergeStudents = endpoint({
  method: 'POST',
  path: '/api/students/:id/merge',
  access: 'admin',
  summary:
    'Merges another student of the school into this one: policy years, notes, documents, forms, emails and history. 409 if someone else changed either.',
  params: idParams,
  body: mergedStudent,
  idempotent: true,
  reply: one(student),
})

export const revealSsn = endpoint({
  method: 'POST',
  path: '/api/students/:id/reveal-ssn',
  access: 'admin',
  limit: 'own',
  givesSsn: true,
  summary:
    'Returns a student’s full SSN. Requires a password confirmed in the last 3 hours (423) and a reason. The access is logged.',
  params: idParams,
  body: revealReason,
  reply: one(revealedSsn),
})

export const listHeldSsns = endpoint({
  method: 'GET',
  path: '/api/schools/:id/held-ssns',
  access: 'admin',
  limit: 'own',
  asksPassword: true,
  summary:
    'Lists students whose SSN another student of the school already has. Their SSN isn’t sent to carriers until you correct one of them. Counts as a revealed SSN, and is logged.',
  params: idParams,
  reply: list(heldSsn),
})

export const getStudentOverview = endpoint({
  method: 'GET',
  path: '/api/students/:id/overview',
  access: 'school',
  summary:
    'Returns a student with the school, all policy years, the documents missing from a pending waiver, and how much the parts of the record hold.',
  params: idParams,
  reply: one(
    z.object({
      student,
      school: z.object({ id: z.int(), name: z.string() }),
      current_period_id: z.nullable(z.int()),
      student_periods: z.array(studentPolicyYear),
      /** Documents missing from a pending waiver in the current period. */
      missing_documents: z.array(z.enum(fileKinds)),
      counts: recordCounts,
    }),
  ),
})
