import { sql } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { missingAtOffice } from '../rules/effects.ts'

/** Names a coverage type of a student-period. */
export const lineKey = (one: {
  readonly student_period_id: number
  readonly coverage_type: string
}): string => `${one.student_period_id} ${one.coverage_type}`

/**
 * Returns how many results in a row found out nothing for a reason that the student can fix, by `lineKey`. A coverage type
 * without one is left out.
 */
export const countTries = async (
  system: ScopeContext,
  ids: readonly number[],
): Promise<Map<string, number>> => {
  const { rows } = await sql<{ student_period_id: number; coverage_type: string; tries: number }>`
    select report.student_period_id, report.coverage_type, count(*)::int as tries from eligibility_reports report
    where ${scope.within(system, 'report.school_id')} and report.student_period_id = any(${[...ids]}::bigint[])
      and report.status in ('missing_request_information', 'unknown')
      and report.reason_code is distinct from ${missingAtOffice}
      and report.id > coalesce((select max(id) from eligibility_reports known
        where known.student_period_id = report.student_period_id and known.coverage_type = report.coverage_type
          and known.status in ('active', 'inactive')), 0)
    group by 1, 2`.execute(system.db)
  return new Map(rows.map((row) => [lineKey(row), row.tries]))
}

/** Returns the waiver forms that wait for a decision about some student-periods. */
export const waitingForms = async (system: ScopeContext, ids: readonly number[]): Promise<number[]> =>
  (
    await scope
      .formSubmissions(system)
      .select('form_submissions.id')
      .where('form_submissions.student_period_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .where('form_submissions.form_type', '=', 'waiver')
      .where('form_submissions.superseded_by_id', 'is', null)
      .where('form_submissions.decision', '<>', 'decided')
      .execute()
  ).map(({ id }) => id)
