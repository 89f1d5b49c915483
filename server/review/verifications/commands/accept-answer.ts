import type { EligibilityStatus } from '#contract/review/verifications/choices.ts'
import type { EligibilityReport } from '#contract/review/verifications/shapes.ts'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory, type Entry } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { Problem } from '#server/platform/problem.ts'
import {
  loadRows,
  writeStudentPeriods,
  type MovableRow,
  type Values,
} from '#server/records/student-periods/index.ts'
import { getReport } from '../queries.ts'
import { judgeForms, valuesAfter } from '../result-effects.ts'
import { selectStudentPeriod } from '../select-student-period.ts'
import { isDemoSchool } from '../settings.ts'
import { openIn, resultColumns, storedIfAccepted, storedResult } from '../stored-result.ts'

const nothingToAccept = new Problem('in_use', {
  message: 'Someone else accepted this answer, or a later check replaced it. Look at the newest check.',
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
  const [row] = await loadRows(context, { ids: [student_period_id] }, true)
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
  const today = dayIn(context.clock, officeTimeZone)
  const counted = { status: after.status, hasQuestions: false, tries: 0, today }
  const set = counts ? valuesAfter(row, coverage_type, counted) : {}
  await writeStudentPeriods(context, [{ id: row.id, set }])
  await recordAccepted(context, { report, opened, to: after.status, row, set })
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
  readonly row: MovableRow
  readonly set: Values
}

const recordAccepted = async (context: Context, accepted: Accepted): Promise<void> => {
  const { report, opened, to, row, set } = accepted
  const kind = 'eligibility_answer_accepted'
  const of = { school_id: row.school_id, student_id: row.student_id, student_period_id: row.id }
  const moved = fieldChanges(row.values, set)
  const entries: Entry[] = [
    {
      kind,
      subject: { type: 'eligibility_report', id: report.id },
      ...of,
      reason: opened.join(' '),
      changes: [{ field: `${report.coverage_type}_eligibility`, before: report.status, after: to }],
    },
  ]
  if (moved.length > 0)
    entries.push({
      kind: 'coverage_status_changed',
      subject: { type: 'student_period', id: row.id },
      ...of,
      changes: moved,
    })
  await recordHistory(context, { kind, schoolId: row.school_id, undoable: true }, entries)
}
