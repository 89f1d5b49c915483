import { sql } from 'kysely'
import { coverages, type Coverage } from '#contract/setup/coverage/choices.ts'
import { manualStatuses, type ManualResult } from '#contract/review/decisions/outcome-shapes.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

const coverageType = z.enum(coverages)
const status = z.enum(manualStatuses)

/** Returns the latest manual result of each coverage type by form. */
export const readResults = async (
  context: ScopeContext,
  ids: readonly number[],
): Promise<Map<number, Map<Coverage, ManualResult>>> => {
  const rows = await scope
    .manualResults(context)
    .distinctOn(['manual_results.submission_id', 'manual_results.coverage_type'])
    .innerJoin('users', 'users.id', 'manual_results.created_by_id')
    .selectAll('manual_results')
    .select(sql<string>`users.first_name || ' ' || users.last_name`.as('created_by_name'))
    .where('manual_results.submission_id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .orderBy('manual_results.submission_id')
    .orderBy('manual_results.coverage_type')
    .orderBy('manual_results.id', 'desc')
    .execute()
  const found = new Map<number, Map<Coverage, ManualResult>>()
  for (const row of rows) {
    const coverage_type = coverageType.parse(row.coverage_type)
    const results = found.get(row.submission_id) ?? new Map<Coverage, ManualResult>()
    results.set(coverage_type, {
      id: row.id,
      coverage_type,
      status: status.parse(row.status),
      plan_name: row.plan_name,
      plan_begins_on: row.plan_begins_on,
      plan_ends_on: row.plan_ends_on,
      deductible: row.deductible,
      out_of_pocket_max: row.out_of_pocket_max,
      coverage_letter_on: row.coverage_letter_on,
      note: row.note,
      created_by: { id: row.created_by_id, name: row.created_by_name },
      created_at: row.created_at,
    })
    found.set(row.submission_id, results)
  }
  return found
}

/** Returns the latest manual results of a form. */
export const listResults = async (context: ScopeContext, id: number): Promise<ManualResult[]> => [
  ...((await readResults(context, [id])).get(id)?.values() ?? []),
]
