import type { NewEligibilityReport } from '#contract/review/verifications/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { assertNotErased } from '#server/platform/db/record-locks.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { checkTask } from '../jobs.ts'
import { selectStudentPeriod } from '../queries/reports.ts'
import { readSettings } from '../queries/settings.ts'
import { addForForm, addReport, type ArrivedForm } from './add-report.ts'

/**
 * Asks for a check of one coverage type. A job asks the payer.
 * @throws Problem 422 if the student-period is unknown; 409 if the student was erased, or busy while the coverage type is being checked
 */
export const requestReport = async (
  context: Context,
  { student_period_id, coverage_type }: NewEligibilityReport,
): Promise<{ readonly id: number; readonly retrieval_status: 'pending' }> => {
  const found = await selectStudentPeriod(context, student_period_id)
  await assertNotErased(context, found.student_id)
  const settings = await readSettings(context, found.school_id)
  const id = await addReport(context, {
    ...found,
    student_period_id,
    coverage_type,
    cause: 'staff',
    is_simulated: settings?.provider === 'simulator',
    next_try_at: null,
  })
  if (id === null) throw problem.busy('This coverage is already being checked.')
  await enqueue(context, checkTask, { report_id: id })
  return { id, retrieval_status: 'pending' }
}

/**
 * Asks for a check of each coverage type of a waiver form whose insurance company answers electronically. Jobs ask the payers.
 */
export const requestForForm = async (
  context: HistoryContext,
  system: ScopeContext,
  form: ArrivedForm,
): Promise<void> => {
  for (const id of await addForForm(context, system, form))
    await enqueue(context, checkTask, { report_id: id }, { canWait: true })
}
