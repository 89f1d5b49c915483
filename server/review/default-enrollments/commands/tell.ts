import type { JobResult } from '#contract/platform/jobs/shapes.ts'
import { kindOf, listOfSchool } from '#server/mail/email-templates/index.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { composeEmail } from '#server/review/emails/index.ts'
import { listToTell } from '../queries/runs.ts'

/** A run of a policy year whose students are told. */
interface Told {
  readonly period_id: number
  readonly run_id: number
}

/**
 * Returns the change of a run whose students haven’t been told, and locks the run.
 * @throws Problem 404, 422 on `run_id`, 409 if they have been told
 */
export const lockUntold = async (
  context: Context,
  { period_id, run_id }: Told,
): Promise<{ school_id: number; change_id: number }> => {
  const { school_id } = await getPeriod(context, period_id)
  const run = await scope
    .defaultEnrollments(context)
    .innerJoin('jobs', 'jobs.id', 'default_enrollments.job_id')
    .select(['default_enrollments.emails_released_at', 'jobs.change_id'])
    .where('default_enrollments.period_id', '=', period_id)
    .where('default_enrollments.id', '=', run_id)
    .forUpdate('default_enrollments')
    .executeTakeFirst()
  if (!run || run.change_id === null) throw problem.selected('run_id')
  if (run.emails_released_at !== null) throw problem.stale(null, 'These emails were already sent.')
  return { school_id, change_id: run.change_id }
}

/** Queues the emails to students whom a run enrolled and who still are, once. @throws Problem 409, 422 */
export const tellStudents = async (context: Context, told: Told): Promise<JobResult> => {
  const { school_id, change_id } = await lockUntold(context, told)
  const toTell = await listToTell(context, change_id)
  if (toTell.size === 0) throw problem.invalid({ run_id: 'None of these students is still enrolled.' })
  const templates = await listOfSchool(context, school_id)
  const template = templates.find((row) => kindOf(row) === 'auto_enrolled')
  if (!template) throw new Error('The template of auto-enrollment doesn’t exist.')
  const { matched, changed } = await composeEmail(
    context,
    { ids: [...toTell.keys()], template_id: template.id },
    toTell,
  )
  await scope
    .update(context, 'default_enrollments')
    .set({ emails_released_at: context.clock.now().toISOString() })
    .where('default_enrollments.id', '=', told.run_id)
    .execute()
  return { matched, changed, skipped: [], skipped_total: matched - changed, moves: [] }
}
