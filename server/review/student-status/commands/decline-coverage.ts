import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { lockRow, save } from '#server/records/student-periods/index.ts'
import { declinePlan } from '../rules.ts'
import type { OpenSession } from '../queries/sessions.ts'
import { schoolScope } from '../queries/status.ts'

/**
 * Declines an optional coverage for the student of a session, as staff can. An open enrollment form for it is closed by the status.
 * @throws Problem 403 if a form’s token opened the session; 409 if the transition table doesn’t allow it
 */
export const declineCoverage = async (
  context: AnonymousContext,
  session: OpenSession,
  coverage: Coverage,
): Promise<void> => {
  if (session.student_period_id === null)
    throw problem.forbidden('Ask for a code by email to decline this coverage.')
  const system = schoolScope(context, session)
  const row = await lockRow(system, session.student_period_id)
  // a merge can have given the record to another student since
  if (row?.student_id !== session.student_id) throw problem.unauthenticated()
  const plan = declinePlan(row, coverage, dayIn(context.clock, session.time_zone))
  if (plan.moves.length === 0)
    throw problem.stale(null, 'You can’t decline this coverage. Contact the student insurance office.')
  const kind = 'coverage_status_changed'
  await save({ context, system }, { kind, cause: 'student', schoolId: row.school_id }, [{ plan, kind }])
}
