import * as z from 'zod/mini'
import { readableShape } from '../record-field.ts'
import { studentPeriodFields } from '../student-periods/fields.ts'
import { dependent } from '../student-periods/shapes.ts'
import { studentFields } from '../students/fields.ts'

/**
 * A student's record at a moment of the past. It carries no versions: it is for reading. The SSN is its mask. Who was
 * not there yet, or no longer, is absent: `student` is null, a policy year or a dependent is not in its list.
 */
export const recordAsOf = z.object({
  /** The instant that was asked for; a day means its end in the office. */
  at: z.string(),
  student: z.nullable(z.object({ id: z.int(), school_id: z.int(), ...readableShape(studentFields) })),
  /** The latest policy year first. */
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
