import type { DefaultEnrollment, NewDefaultEnrollment } from '#contract/review/default-enrollments/shapes.ts'
import { asMoney } from '#contract/setup/periods/proration.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod, lockPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { enrolling, telling } from '../jobs.ts'
import { listIssues, preview } from '../queries/overview.ts'
import { changedText } from './enroll.ts'
import { lockUntold } from './tell.ts'

/**
 * Starts a run for a person.
 * @throws Problem 404; 409 if the preview is out of date or a run isn’t finished; 422 if a premium is missing, must be
 * confirmed, or no one is due
 */
export const startRun = async (
  context: Context,
  periodId: number,
  { expected, confirms_premiums: confirms = false }: NewDefaultEnrollment,
): Promise<{ job_id: number }> => {
  const { school_id } = await getPeriod(context, periodId)
  await lockPeriod(context, periodId)
  await assertNoneOpen(context, periodId)
  const { students, total, due } = await preview(context, periodId)
  if (students !== expected.students || asMoney(total) !== expected.total)
    throw problem.stale(null, changedText)
  if (students === 0) throw problem.invalid({ expected: 'No students are due for auto-enrollment.' })
  const issue = premiumIssue(await listIssues(context, periodId, due), confirms)
  if (issue !== null) throw problem.invalid({ confirms_premiums: issue })
  const job_id = await enrolling.start(
    context,
    { school_id, period_id: periodId, expected },
    { total: students, schoolId: school_id },
  )
  await saveRun(context, { school_id, period_id: periodId, job_id })
  return { job_id }
}

/** Returns why a run can’t start because of the premiums; null if it can. */
export const premiumIssue = (issues: DefaultEnrollment['issues'], confirms: boolean): string | null => {
  const missing = issues.find(({ kind }) => kind === 'premium_missing')
  if (missing) return `${missing.words} Enter it first.`
  const [unchanged] = issues
  return unchanged && !confirms ? `${unchanged.words} Confirm that it’s right.` : null
}

/** @throws Problem 409 busy */
const assertNoneOpen = async (context: ScopeContext, periodId: number): Promise<void> => {
  if (await hasOpenRun(context, periodId))
    throw problem.busy('Auto-enrollment of this policy year is already running.')
}

/** Returns whether a run of a policy year isn’t finished. */
export const hasOpenRun = async (context: ScopeContext, periodId: number): Promise<boolean> => {
  const open = await scope
    .defaultEnrollments(context)
    .innerJoin('jobs', 'jobs.id', 'default_enrollments.job_id')
    .select('default_enrollments.id')
    .where('default_enrollments.period_id', '=', periodId)
    .where('jobs.state', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return open !== undefined
}

/** Saves a run with its job. */
export const saveRun = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  run: { readonly school_id: number; readonly period_id: number; readonly job_id: number },
): Promise<void> => {
  await db
    .insertInto('default_enrollments')
    .values({ ...run, run_on: dayIn(clock, officeTimeZone) })
    .execute()
}

/** Starts to queue the emails of a run. @throws Problem 404, 409, 422 on `run_id` */
export const releaseEmails = async (
  context: Context,
  period_id: number,
  run_id: number,
): Promise<{ job_id: number }> => {
  const { school_id } = await lockUntold(context, { period_id, run_id })
  return { job_id: await telling.start(context, { period_id, run_id }, { schoolId: school_id }) }
}
