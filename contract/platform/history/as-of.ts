import * as z from 'zod/mini'
import { readableShape } from '#contract/platform/record/record-field.ts'
import { studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { dependent } from '#contract/platform/record/dependent.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'

/**
 * A student’s record at a point in time, read-only and without versions. The SSN is masked. Missing records are
 * left out: `student` is null, and a policy year or dependent isn’t in its list.
 */
export const recordAsOf = z.object({
  /** The requested instant. A date means its end in the office’s time zone. */
  at: z.string(),
  student: z.nullable(z.object({ id: z.int(), school_id: z.int(), ...readableShape(studentFields) })),
  /** Latest policy year first. */
  student_periods: z.array(
    z.object({
      id: z.int(),
      period_id: z.int(),
      period_name: z.string(),
      ...readableShape(studentPeriodFields),
      dependents: z.array(dependent),
    }),
  ),
})
export type RecordAsOf = z.output<typeof recordAsOf>
