import type { z } from 'zod/mini'
import type { BulkResult, studentStatusChange } from '#contract/student-periods/bulk-shapes.ts'
import type { Context } from '../../context.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import { judgeStatus } from '../judge.ts'
import { assertSomeTarget, changeInBulk } from './bulk.ts'

/** Sets the academic status or the record status of a selection, with the coverage moves they entail. */
export const updateStudentStatus = async (
  context: Context,
  body: z.output<typeof studentStatusChange>,
): Promise<BulkResult> => {
  assertSomeTarget(body, ['academic_status', 'status'])
  const today = dayIn(context.clock, officeTimeZone)
  const { result } = await changeInBulk(context, body, (row) => judgeStatus(row, body, today), {
    kind: 'student_status_changed',
  })
  return result
}
