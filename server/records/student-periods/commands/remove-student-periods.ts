import type { StudentPeriodRemoval, BulkResult } from '#contract/records/student-periods/bulk-shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { RowVerdict } from '../evaluate.ts'
import { changeInBulk } from './bulk.ts'

/**
 * Removes student-periods from their periods. They’re marked as deleted and otherwise unchanged, so that undo
 * restores them completely.
 * @throws Problem 404, 409
 */
export const removeStudentPeriods = async (
  context: Context,
  body: StudentPeriodRemoval,
  cause: 'bulk' | 'person' = 'bulk',
): Promise<BulkResult> => {
  const removed: RowVerdict = {
    kind: 'changed',
    set: { deleted_at: context.clock.now().toISOString() },
    moves: [],
    entry: 'student_period_removed',
  }
  const { result } = await changeInBulk(context, body, () => removed, {
    kind: 'student_period_removed',
    cause,
  })
  return result
}
