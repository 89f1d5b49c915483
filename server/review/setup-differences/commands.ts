import type { JobResult } from '#contract/platform/jobs/shapes.ts'
import type { DifferencesToApply } from '#contract/review/setup-differences/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { getPeriod } from '#server/platform/db/scope.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import {
  countMoves,
  isChange,
  kindOf,
  planAsked,
  save,
  settleForms,
  type Plan,
} from '#server/records/student-periods/index.ts'
import { readDiffering, type DifferingRecord } from './queries.ts'
import { groupOf } from './rules.ts'

const reason = 'The setup of the policy year was applied.'

/**
 * Applies the setup to the records of some groups, as one change that can be undone. What the records are when they’re
 * locked decides.
 * @throws Problem 404; 409 if there aren’t as many differences as expected
 */
export const applySetup = async (
  context: Context,
  { period_id, groups, expected }: DifferencesToApply & { readonly period_id: number },
): Promise<JobResult> => {
  const { school_id } = await getPeriod(context, period_id)
  const today = dayIn(context.clock, officeTimeZone)
  const chosen = new Set(groups)
  const moves: Pick<Plan, 'moves'>[] = []
  let differences = 0
  for await (const differing of readDiffering(context, period_id, { isLocking: true })) {
    const own = differing
      .map((record) => chosenOf(record, chosen))
      .filter((one) => one.differences.length > 0)
    differences += own.reduce((sum, one) => sum + one.differences.length, 0)
    const plans = own.map((one) => planOf(one, today)).filter(isChange)
    await savePlans(context, school_id, plans, today)
    moves.push(...plans.map((plan) => ({ moves: plan.moves })))
    context.progress?.add(plans.length)
  }
  if (differences !== expected.differences)
    throw problem.stale(null, 'Some records changed after the preview. Check the new counts.')
  const changed = moves.length
  return { matched: changed, changed, skipped: [], skipped_total: 0, moves: countMoves(moves) }
}

const chosenOf = ({ row, differences }: DifferingRecord, chosen: ReadonlySet<string>): DifferingRecord => ({
  row,
  differences: differences.filter((one) => chosen.has(groupOf(one))),
})

const planOf = ({ row, differences }: DifferingRecord, today: string): Plan => {
  const plan = planAsked(
    row,
    differences.flatMap(({ steps }) => steps),
    today,
  )
  // an admin overrides what no event leads to
  if (plan.kind === 'refused') throw new Error(plan.detail)
  return plan
}

const savePlans = async (
  context: Context,
  schoolId: number,
  plans: readonly Plan[],
  today: string,
): Promise<void> => {
  if (plans.length === 0) return
  const kind = 'setup_applied'
  const change = { kind, cause: 'bulk', undoable: true, schoolId } as const
  const settled = await settleForms(context, change, plans, { today, reason })
  await save(
    { context, system: context },
    change,
    plans.map((plan) => ({ plan, kind: kindOf(plan, kind), reason })),
    { after: settled },
  )
}
