import * as z from 'zod/mini'
import { readableShape, writableShape } from '../record-field.ts'
import { studentFields } from './fields.ts'

/** A student as read: every field, `ssn` as its mask. */
export const student = z.object({
  id: z.int(),
  school_id: z.int(),
  version: z.int(),
  ...readableShape(studentFields),
})
export type Student = z.output<typeof student>

/** Any subset of a student's fields, to write. */
export const studentChange = writableShape(studentFields)

/** One hit of the search by name. */
export const studentHit = z.object({
  id: z.int(),
  school_id: z.int(),
  school_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  prior_last_name: z.nullable(z.string()),
  sid: z.string(),
  university_email: z.nullable(z.string()),
  latest_period_id: z.nullable(z.int()),
})
export type StudentHit = z.output<typeof studentHit>
