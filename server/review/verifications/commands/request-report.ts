import { sql } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { CheckCause } from '#contract/review/verifications/choices.ts'
import type { NewEligibilityReport } from '#contract/review/verifications/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { assertNotErased } from '#server/platform/db/record-locks.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { recordHistory, type HistoryContext } from '#server/platform/history/index.ts'
import { enqueue } from '#server/platform/jobs/index.ts'
import { problem } from '#server/platform/problem.ts'
import { checkTask } from '../jobs.ts'
import { readCheckFacts } from '../queries/check-facts.ts'
import { selectStudentPeriod } from '../queries/reports.ts'
import { readSettings } from '../queries/settings.ts'
import { lineKey } from '../queries/tries.ts'

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
  const id = await createReport(context, {
    ...found,
    student_period_id,
    coverage_type,
    cause: 'staff',
    is_simulated: settings?.provider === 'simulator',
  })
  if (id === null) throw problem.busy('This coverage is already being checked.')
  return { id, retrieval_status: 'pending' }
}

interface NewReport extends NewEligibilityReport {
  readonly school_id: number
  readonly student_id: number
  readonly cause: CheckCause
  readonly is_simulated: boolean
}

/** Adds a pending check and the job that asks the payer. Returns null while the coverage type is being checked. */
const createReport = async (context: HistoryContext, report: NewReport): Promise<number | null> => {
  const { school_id, student_id, student_period_id, coverage_type, cause, is_simulated } = report
  const created = await context.db
    .insertInto('eligibility_reports')
    .values({
      school_id,
      student_id,
      student_period_id,
      coverage_type,
      cause,
      is_simulated,
      requested_by_id: context.caller?.id ?? null,
      created_at: context.clock.now().toISOString(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['student_period_id', 'coverage_type', 'school_id'])
        .where(sql<boolean>`retrieval_status = 'pending'`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  if (!created) return null
  const kind = 'eligibility_check_requested'
  const act = context.caller === null ? 'system' : 'person'
  await recordHistory(context, { kind, cause: act, schoolId: school_id }, [
    {
      kind,
      subject: { type: 'student_period', id: student_period_id },
      school_id,
      student_id,
      student_period_id,
      changes: [{ field: 'coverage_type', before: null, after: coverage_type }],
    },
  ])
  await enqueue(context, checkTask, { report_id: created.id }, { canWait: cause !== 'staff' })
  return created.id
}

/** A waiver form that arrived, and its student. */
interface ArrivedForm {
  readonly school_id: number
  readonly student_id: number
  readonly student_period_id: number
  readonly coverage_types: readonly Coverage[]
}

/**
 * Asks for a check of each coverage type of a waiver form whose insurance company answers electronically. Without a
 * provider nothing is asked, so that no check fails for a school that makes none. Jobs ask the payers.
 */
export const requestForForm = async (
  context: HistoryContext,
  system: ScopeContext,
  { coverage_types, ...form }: ArrivedForm,
): Promise<void> => {
  const settings = await readSettings(system, form.school_id)
  if (!settings?.provider) return
  // the student sent a form; Shipmate asks for the check
  const own = { ...context, caller: null, change: null }
  const lines = coverage_types.map((coverage_type) => ({ ...form, coverage_type }))
  const facts = await readCheckFacts(system, lines)
  for (const line of lines) {
    if (!facts.get(lineKey(line))?.company?.isElectronic) continue
    const is_simulated = settings.provider === 'simulator'
    await createReport(own, { ...line, cause: 'form', is_simulated })
  }
}
