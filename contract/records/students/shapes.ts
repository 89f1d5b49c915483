import * as z from 'zod/mini'
import { readableShape, writableShape } from '#contract/platform/record/record-field.ts'
import { id } from '#contract/platform/fields.ts'
import { academicStatuses, recordStatuses } from '#contract/platform/record/student-period-choices.ts'
import { statusFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFieldNames, studentFields } from '#contract/platform/record/student-fields.ts'

/** A student as read: every field; `ssn` is masked. */
export const student = z.object({
  id: z.int(),
  school_id: z.int(),
  version: z.int(),
  /** When everything that identifies the student was erased; such a record can’t be changed. */
  erased_at: z.nullable(z.string()),
  /** Since when the student is on legal hold. */
  held_since: z.nullable(z.string()),
  ...readableShape(studentFields),
})
export type Student = z.output<typeof student>

/** Any subset of a student’s fields to save. */
export const studentChange = writableShape(studentFields)

/** One result of the name search. */
/**
 * Why a student matches a search: every word starts a word of the name (or of the former name), or matches the
 * student ID, username or an email address; `several`: a combination; or the spelling is similar.
 */
const searchMatches = ['name', 'former_name', 'student_id', 'login', 'email', 'several', 'similar'] as const

export const studentHit = z.object({
  id: z.int(),
  school_id: z.int(),
  school_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  prior_last_name: z.nullable(z.string()),
  sid: z.string(),
  dob: z.string(),
  university_email: z.nullable(z.string()),
  matched: z.enum(searchMatches),
  latest_period_id: z.nullable(z.int()),
})
export type StudentHit = z.output<typeof studentHit>

/** The student to merge into another, and what stays of them. */
export const mergedStudent = z.strictObject({
  other_id: id,
  version: z.int(),
  other_version: z.int(),
  /** The fields whose value is taken from the other student. */
  fields: z.array(z.enum(studentFieldNames)).check(z.maxLength(studentFieldNames.length)),
  /** The policy years that both are in and where the other student’s record stays. */
  other_period_ids: z.array(id).check(z.maxLength(100)),
})
export type MergedStudent = z.output<typeof mergedStudent>

const personWithSsn = { id: z.int(), sid: z.string(), first_name: z.string(), last_name: z.string() }

/** A student whose SSN is held, because another student of the school has it: `held_by`, null if no longer. */
export const heldSsn = z.object({
  ...personWithSsn,
  ssn: z.string(),
  held_by: z.nullable(z.object(personWithSsn)),
})
export type HeldSsn = z.output<typeof heldSsn>

/** One of a student’s policy years with its statuses, for the list on the overview. */
export const studentPolicyYear = z.object({
  id: z.int(),
  period_id: z.int(),
  period_name: z.string(),
  starts_on: z.string(),
  ends_on: z.string(),
  version: z.int(),
  ...readableShape(statusFields),
  status: z.enum(recordStatuses),
  academic_status: z.nullable(z.enum(academicStatuses)),
  program: z.nullable(z.string()),
  campus: z.nullable(z.string()),
})
export type StudentPolicyYear = z.output<typeof studentPolicyYear>

/** How much the parts of a student’s record hold. */
export const recordCounts = z.object({
  notes: z.int(),
  /** Without removed and replaced ones. */
  documents: z.int(),
  emails: z.int(),
  verifications: z.int(),
  /** By policy year, those that have any. */
  years: z.array(z.object({ student_period_id: z.int(), dependents: z.int(), forms: z.int() })),
})
export type RecordCounts = z.output<typeof recordCounts>
