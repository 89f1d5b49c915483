import * as z from 'zod/mini'
import { fileKinds } from '../documents/choices.ts'
import { endpoint, list, one } from '../endpoint.ts'
import { idParams, idText } from '../fields.ts'
import { studentPolicyYear } from '../student-periods/shapes.ts'
import { revealedSsn, revealReason } from './reveal.ts'
import { student, studentChange, studentHit } from './shapes.ts'

export const searchStudentsByName = endpoint({
  method: 'GET',
  path: '/api/students/search-by-name',
  access: 'school',
  summary:
    'Up to 20 students by name, student ID or email, misspelling-tolerant, the best first; those of current_school_id before others.',
  query: z.strictObject({
    q: z.string().check(z.minLength(1, 'The :attribute field is required.'), z.maxLength(100)),
    school_id: z.optional(idText),
    /** The school that the caller works in: its students come first. */
    current_school_id: z.optional(idText),
  }),
  reply: list(studentHit),
})

export const getStudent = endpoint({
  method: 'GET',
  path: '/api/students/:id',
  access: 'school',
  summary: 'One student; the SSN as its last four.',
  params: idParams,
  reply: one(student),
})

export const updateStudent = endpoint({
  method: 'PUT',
  path: '/api/students/:id',
  access: 'school',
  summary: 'Changes any subset of a student; an SSN sent back as its mask is unchanged.',
  params: idParams,
  body: z.strictObject({ ...studentChange, version: z.optional(z.int()) }),
  reply: one(student),
})

export const revealSsn = endpoint({
  method: 'POST',
  path: '/api/students/:id/reveal-ssn',
  access: 'admin',
  asksPassword: true,
  summary:
    'The SSN of a student, whole. Wants the password confirmed within three hours (423), a reason, and writes down who looked.',
  params: idParams,
  body: revealReason,
  reply: one(revealedSsn),
})

export const getStudentOverview = endpoint({
  method: 'GET',
  path: '/api/students/:id/overview',
  access: 'school',
  summary: 'One student with the school, every policy year, and the documents that a waiting waiver lacks.',
  params: idParams,
  reply: one(
    z.object({
      student,
      school: z.object({ id: z.int(), name: z.string() }),
      current_period_id: z.nullable(z.int()),
      student_periods: z.array(studentPolicyYear),
      /** What a waiver that waits in the current period still lacks among the documents. */
      missing_documents: z.array(z.enum(fileKinds)),
    }),
  ),
})
