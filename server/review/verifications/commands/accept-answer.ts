import * as z from 'zod/mini'
import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import type { EligibilityReport, TakenField } from '#contract/review/verifications/shapes.ts'
import { takenValuesOf } from '#contract/review/verifications/taken-values.ts'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { Problem, problem } from '#server/platform/problem.ts'
import { lockRow, save, updatePlainFields, type Plan } from '#server/records/student-periods/index.ts'
import { judgeForms } from './finish-reports.ts'
import { findReport, getReport, selectStudentPeriod } from '../queries/reports.ts'
import { isDemoSchool } from '../queries/settings.ts'
import { planResults } from '../record.ts'
import { openIn, resultColumns, storedIfAccepted, storedResult } from '../rules/stored-result.ts'

const nothingToAccept = new Problem('in_use', {
  message: 'Someone else accepted this result, or a later check replaced it. Look at the newest check.',
})

/**
 * Accepts what an answer leaves open, such as another first name: it counts from then on, with what a certain answer does.
 * Later answers with the same first name count at once. Undo takes it back.
 * @throws Problem 404; 409 if a later check replaces it, or it leaves nothing open; 422 if the student was removed
 */
export const acceptAnswer = async (context: Context, id: number): Promise<void> => {
  const report = await getReport(context, id)
  const { student_period_id, coverage_type } = report
  await selectStudentPeriod(context, student_period_id)
  // records before reports: as decisions lock them
  const row = await lockRow(context, student_period_id)
  if (!row || !(await getReport(context, id)).may_accept) throw nothingToAccept
  const { before, after, opened } = await lockResult(context, id)
  await scope
    .update(context, 'eligibility_reports')
    .set({
      ...resultColumns(after),
      accepted_by_id: context.caller.id,
      accepted_at: context.clock.now().toISOString(),
      before_acceptance: JSON.stringify(before),
    })
    .where('eligibility_reports.id', '=', id)
    .execute()
  const counts = !report.is_simulated || (await isDemoSchool(context, row.school_id))
  const counted = { coverage_type, status: after.status, hasQuestions: false, tries: 0 }
  const plan = planResults(row, counts ? [counted] : [], dayIn(context.clock, officeTimeZone))
  await saveAccepted(context, plan, { report, opened, to: after.status })
  const system = { ...scope.asSystem(context.db, row.school_id), clock: context.clock }
  // a person accepted the answer; Shipmate judges the forms
  await judgeForms({ context: { ...context, caller: null, change: null }, system }, [row.id])
}

const stored = z.extend(storedResult, { if_accepted: storedIfAccepted })

const lockResult = async (context: Context, id: number) => {
  const row = await scope
    .eligibilityReports(context)
    .selectAll('eligibility_reports')
    .where('eligibility_reports.id', '=', id)
    .forUpdate('eligibility_reports')
    .executeTakeFirstOrThrow()
  const { if_accepted: ifAccepted, ...result } = z.parse(stored, row)
  const counting = ifAccepted?.reading ?? result
  return {
    before: result,
    after: { ...counting, basis: { ...counting.basis, questions: [] } },
    opened: openIn(result, ifAccepted),
  }
}

interface Accepted {
  readonly report: EligibilityReport
  /** What the answer left open. */
  readonly opened: readonly string[]
  readonly to: EligibilityStatus
}

const saveAccepted = async (
  context: Context,
  plan: Plan,
  { report, opened, to }: Accepted,
): Promise<void> => {
  const { row } = plan
  const kind = 'eligibility_answer_accepted'
  const entry = {
    kind,
    subject: { type: 'eligibility_report', id: report.id },
    school_id: row.school_id,
    student_id: row.student_id,
    student_period_id: row.id,
    reason: opened.join(' '),
    changes: [{ field: `${report.coverage_type}_eligibility`, before: report.status, after: to }],
  } as const
  await save(
    { context, system: context },
    { kind, schoolId: row.school_id, undoable: true },
    [{ plan, kind: 'coverage_status_changed' }],
    { before: [entry] },
  )
}

interface TakeOver {
  readonly eligibility_report_id: number
  readonly fields: readonly TakenField[]
  readonly version: number
}

/**
 * Takes fields of a check over into the record, as its own call does: with its checks, history and undo. Returns the
 * student-period.
 * @throws Problem 409 stale; 422 if the check is unknown, or says nothing about a field
 */
export const updateFromReport = async (context: Context, ask: TakeOver): Promise<number> => {
  const report = await findReport(context, ask.eligibility_report_id)
  if (!report) throw problem.selected('eligibility_report_id')
  const values = takenValuesOf(report)
  const taken = ask.fields.map((field) => {
    const value = values[field]
    if (value === undefined) throw problem.selected('fields')
    return [`${report.coverage_type}_${field}`, value]
  })
  await updatePlainFields(context, report.student_period_id, Object.fromEntries(taken), ask.version)
  return report.student_period_id
}
