import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'

/** Returns whose student-period a body or query names. @throws Problem 422 on its key if it’s unknown or foreign */
export const selectStudentPeriod = async (
  context: ScopeContext,
  id: number,
): Promise<{ readonly school_id: number; readonly student_id: number }> => {
  const found = await scope
    .studentPeriods(context)
    .select(['student_periods.school_id', 'student_periods.student_id'])
    .where('student_periods.id', '=', id)
    .executeTakeFirst()
  if (!found) throw problem.selected('student_period_id')
  return found
}
