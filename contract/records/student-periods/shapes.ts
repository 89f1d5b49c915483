import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/setup/coverage/choices.ts'
import { id, text } from '#contract/platform/fields.ts'
import { readableShape, writableShape } from '#contract/platform/record-field.ts'
import { genders } from '#contract/records/students/choices.ts'
import { studentFields } from '#contract/records/students/fields.ts'
import { student } from '#contract/records/students/shapes.ts'
import { academicStatuses, dependentTypes, recordStatuses } from './choices.ts'
import {
  dependentFields,
  enrollmentFields,
  insuranceFields,
  statusFields,
  studentPeriodFields,
} from './fields.ts'

/** A row of the student list: `id` and `version` of the student-period, and the requested columns. */
export const studentListRow = z.object({
  id: z.int(),
  student_id: z.int(),
  version: z.int(),
  student_version: z.int(),
  ...z.partial(
    z.object({
      student_name: z.string(),
      age: z.int(),
      turns_26_on: z.string(),
      waiver_deadline_on: z.nullable(z.string()),
      reverification_due: z.boolean(),
      missing_from_roster: z.boolean(),
      ...readableShape(withoutSsn(studentFields)),
      ...readableShape(studentPeriodFields),
      created_at: z.string(),
      updated_at: z.string(),
      student_created_at: z.string(),
      student_updated_at: z.string(),
    }),
  ).shape,
})
export type StudentListRow = z.output<typeof studentListRow>

function withoutSsn<F extends { ssn: unknown }>(fields: F): Omit<F, 'ssn'> {
  const { ssn: _ssn, ...rest } = fields
  return rest
}

const { type, gender, first_name, last_name, dob, ssn } = dependentFields
const dependentValues = {
  type: type.schema,
  gender: z.nullish(gender.schema),
  first_name: z._default(first_name.schema, ''),
  last_name: last_name.schema,
  dob: z.nullish(dob.schema),
  ssn: z.nullish(ssn.schema),
  covers: z.array(z.enum(coverages)).check(z.maxLength(3)),
}

/** A dependent to save. A row with an `id` is updated, one without is added, a missing one is removed. */
export const dependentChange = z.strictObject({ id: z.optional(id), ...dependentValues })
export type DependentChange = z.output<typeof dependentChange>

/** A dependent as read; `ssn` is masked. */
export const dependent = z.object({
  id: z.int(),
  type: z.enum(dependentTypes),
  gender: z.nullable(z.enum(genders)),
  first_name: z.string(),
  last_name: z.string(),
  dob: z.nullable(z.string()),
  ssn: z.nullable(z.string()),
  covers: z.array(z.enum(coverages)),
})
export type Dependent = z.output<typeof dependent>

/** A whole student-period: its own fields flat, with the student next to them. */
export const studentPeriod = z.object({
  id: z.int(),
  school_id: z.int(),
  period_id: z.int(),
  period_name: z.string(),
  student_id: z.int(),
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  ...readableShape(studentPeriodFields),
  student,
  dependents: z.array(dependent),
})
export type StudentPeriod = z.output<typeof studentPeriod>

const statusTarget = z.optional(z.enum(coverageStatuses))
/** Status changes by coverage type: the target statuses. */
export const statusTargets = {
  medical_status: statusTarget,
  dental_status: statusTarget,
  vision_status: statusTarget,
} as const

/** The reason for a status change that the transition table doesn’t allow. */
export const overrideReason = z.nullish(text(1000))

/** Any subset of a student-period. Waive and enroll fields change only through insurance-details. */
export const studentPeriodChange = z.strictObject({
  ...writableShape(enrollmentFields),
  ...statusTargets,
  dependents: z.optional(z.array(dependentChange).check(z.maxLength(30))),
  override_reason: overrideReason,
  send_email: z.optional(z.boolean()),
  version: z.optional(z.int()),
})
export type StudentPeriodChange = z.output<typeof studentPeriodChange>

/** Any subset of the waive and enroll fields, flat. */
export const insuranceDetailsChange = z.strictObject({
  ...writableShape(insuranceFields),
  version: z.optional(z.int()),
})
export type InsuranceDetailsChange = z.output<typeof insuranceDetailsChange>

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
