import type { TakenField } from '#contract/review/verifications/shapes.ts'
import { takenValuesOf } from '#contract/review/verifications/taken-values.ts'
import type { Context } from '#server/platform/context.ts'
import { problem } from '#server/platform/problem.ts'
import { updatePlainFields } from '#server/records/student-periods/index.ts'
import { findReport } from '../queries.ts'

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
