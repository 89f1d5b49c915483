import * as z from 'zod/mini'
import { coverages, coverageStatuses } from '#contract/platform/coverage/choices.ts'
import { dependent } from '#contract/platform/record/dependent.ts'
import { day, id, text } from '#contract/platform/fields.ts'
import { tiers } from '#contract/platform/coverage/status-groups.ts'
import { qualifyingEvents } from '#contract/setup/period-documents/insurance-configuration.ts'
import { readableShape, writableShape } from '#contract/platform/record/record-field.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { student } from '#contract/records/students/shapes.ts'
import {
  dependentDateFields,
  dependentFields,
  enrollmentFields,
  insuranceFields,
  studentPeriodFields,
} from '#contract/platform/record/student-period-fields.ts'

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
      respond_by: z.nullable(z.string()),
      to_decide_without_form: z.boolean(),
      missing_from_roster: z.boolean(),
      premium_differs: z.boolean(),
      changed_since_visit: z.boolean(),
      delivery_failed_since_visit: z.boolean(),
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
  ...z.partial(z.object(readableShape(dependentDateFields))).shape,
}

/**
 * A dependent to save. A row with an `id` is updated, one without is added, a missing one is removed. The days of coverage can be sent
 * as they were read; a change writes them.
 */
export const dependentChange = z.strictObject({ id: z.optional(id), ...dependentValues })
export type DependentChange = z.output<typeof dependentChange>

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

/**
 * The day on which coverage starts in records that an override enrolls: without one, with their accepted life event, or else
 * with the term of their requested date, or else with the policy year.
 */
export const coverageStartsOn = z.nullish(day)

/** The reason for a status change that the transition table doesn’t allow. */
export const overrideReason = z.nullish(text(1000))

const dependents = z.array(dependentChange).check(z.maxLength(30))

/** The day from which other dependents count, and the life event that allows the change. */
export const dependentsStart = {
  /** The day from which tiers and premiums change. Defaults to the start by the life event, or today. */
  dependents_effective_on: z.nullish(day),
  qualifying_event: z.nullish(z.enum(qualifyingEvents)),
  event_on: z.nullish(day),
} as const

/** Other dependents, to see what becomes of tiers and premiums. */
export const dependentsAsk = z.strictObject({ dependents, ...dependentsStart })
export type DependentsAsk = z.output<typeof dependentsAsk>

/** What other dependents would change: the tier and the premium of each enrolled coverage type. */
export const dependentsPreview = z.object({
  /** Whether the change comes after the enrollment window, and the caller needs a life event for it. */
  life_event: z.enum(['not_asked', 'optional', 'required']),
  /** The life events that the policy year accepts. */
  life_events: z.array(z.enum(qualifyingEvents)),
  lines: z.array(
    z.object({
      coverage: z.enum(coverages),
      from: z.enum(tiers),
      to: z.enum(tiers),
      /** Never before the coverage starts or after it ends. */
      effective_on: z.string(),
      premium_before: z.nullable(z.string()),
      premium_after: z.nullable(z.string()),
      direct_pay_premium_before: z.nullable(z.string()),
      direct_pay_premium_after: z.nullable(z.string()),
    }),
  ),
})
export type DependentsPreview = z.output<typeof dependentsPreview>

/** Any subset of a student-period. Waive and enroll fields change only through insurance-details. */
export const studentPeriodChange = z.strictObject({
  ...writableShape(enrollmentFields),
  ...statusTargets,
  dependents: z.optional(dependents),
  ...dependentsStart,
  /** The date from which a change of the academic status counts: today if it’s missing. After today, the change waits for it. */
  effective_on: z.optional(z.nullable(day)),
  override_reason: overrideReason,
  coverage_starts_on: coverageStartsOn,
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
