import { sql } from 'kysely'
import type { NewEligibilityReport } from '#contract/verifications/shapes.ts'
import type { Context } from '../../context.ts'
import { recordHistory } from '../../history/index.ts'
import { enqueue } from '../../jobs/index.ts'
import { problem } from '../../problem.ts'
import { checkTask } from '../jobs.ts'
import { selectStudentPeriod } from '../select-student-period.ts'
import { readSettings } from '../settings.ts'

/**
 * Asks for a check of one coverage type. A job asks the payer.
 * @throws Problem 422 if the student-period is unknown; 409 busy while the coverage type is being checked
 */
export const requestReport = async (
  context: Context,
  { student_period_id, coverage_type }: NewEligibilityReport,
): Promise<{ readonly id: number; readonly retrieval_status: 'pending' }> => {
  const found = await selectStudentPeriod(context, student_period_id)
  const settings = await readSettings(context, found.school_id)
  const created = await context.db
    .insertInto('eligibility_reports')
    .values({
      ...found,
      student_period_id,
      coverage_type,
      cause: 'staff',
      is_simulated: settings?.provider === 'simulator',
      requested_by_id: context.caller.id,
      created_at: context.clock.now().toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['student_period_id', 'coverage_type'])
        .where(sql<boolean>`retrieval_status = 'pending'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!created) throw problem.busy('This coverage is already being checked.')
  await recordHistory(context, { kind: 'eligibility_check_requested', schoolId: found.school_id }, [
    {
      kind: 'eligibility_check_requested',
      subject: { type: 'student_period', id: student_period_id },
      ...found,
      student_period_id,
      changes: [{ field: 'coverage_type', before: null, after: coverage_type }],
    },
  ])
  await enqueue(context, checkTask, { report_id: created.id })
  return { id: created.id, retrieval_status: 'pending' }
}
