import { sql } from 'kysely'
import type { Coverage } from '#contract/coverage/choices.ts'
import type { FormAppeal } from '#contract/form-submissions/review-shapes.ts'
import { scope, type ScopeContext } from '../db/scope.ts'

/** Returns the appeals of forms by form, as staff read them. */
export const listAppeals = async (
  context: ScopeContext,
  submissionIds: readonly number[],
): Promise<Map<number, FormAppeal>> => {
  const rows = await scope
    .appeals(context)
    .select([
      'appeals.submission_id',
      'appeals.coverage_types',
      'appeals.comment',
      'appeals.due_on',
      'appeals.created_at',
    ])
    .where('appeals.submission_id', '=', sql<number>`any(${[...submissionIds]}::bigint[])`)
    .execute()
  return new Map(
    rows.map(({ submission_id: id, coverage_types, ...row }) => [
      id,
      // the CHECK allows exactly the contract's coverage types
      { ...row, coverage_types: coverage_types as Coverage[] },
    ]),
  )
}
