import type { z } from 'zod/mini'
import type { BulkResult, studentStatusChange } from '#contract/records/student-periods/bulk-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { evaluateStatus } from '../evaluate.ts'
import { assertSomeTarget, changeInBulk } from './bulk.ts'

/**
 * Sets the academic status or the record status of a selection and makes the coverage status changes that
 * follow.
 */
export const updateStudentStatus = async (
  context: Context,
  body: z.output<typeof studentStatusChange>,
): Promise<BulkResult> => {
  assertSomeTarget(body, ['academic_status', 'status'])
  const today = dayIn(context.clock, officeTimeZone)
  const { result } = await changeInBulk(context, body, (row) => evaluateStatus(row, body, today), {
    kind: 'student_status_changed',
  })
  return result
}
