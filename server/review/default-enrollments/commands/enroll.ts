import { sql } from 'kysely'
import { countMoves } from '#server/records/student-periods/index.ts'
import type { JobResult } from '#contract/platform/jobs/shapes.ts'
import type { Cause } from '#contract/platform/history/shapes.ts'
import { asMoney } from '#contract/setup/periods/proration.ts'
import { getPeriod, scope } from '#server/platform/db/scope.ts'
import type { HistoryContext } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { isChange, save, type Plan } from '#server/records/student-periods/index.ts'
import { addTo } from '../queries/overview.ts'
import { readCandidates, type Candidate } from '../queries/candidates.ts'

/** What a run enrolls: those that its preview showed. */
interface Ask {
  readonly school_id: number
  readonly period_id: number
  readonly expected: { readonly students: number; readonly total: string }
}

/**
 * Enrolls the students of a policy year who are due, with history, in the caller’s transaction. What the records are when
 * they’re locked decides.
 * @throws Problem 409 if it’s not what was expected
 */
export const enrollByDefault = async (
  context: HistoryContext,
  { school_id, period_id, expected }: Ask,
  { jobId, cause }: { readonly jobId: number; readonly cause: Cause },
): Promise<JobResult> => {
  const system = { ...scope.asSystem(context.db, school_id), clock: context.clock }
  await getPeriod(system, period_id)
  const sums = { students: 0, fees: 0, total: 0 }
  const moves: Pick<Plan, 'moves'>[] = []
  const kind = 'coverage_status_changed'
  for await (const candidates of readCandidates(system, period_id, { isLocking: true })) {
    const changes = candidates.filter(({ plan }) => isChange(plan))
    for (const { plan } of changes) addTo(sums, plan)
    if (changes.length > 0)
      await save(
        { context, system },
        { kind, cause, undoable: true, schoolId: school_id },
        changes.map((one) => ({ plan: one.plan, kind, reason: reasonOf(one) })),
      )
    moves.push(...changes.map(({ plan }) => ({ moves: plan.moves })))
    context.progress?.add(changes.length)
  }
  const { students, total } = sums
  if (students !== expected.students || asMoney(total) !== expected.total)
    throw problem.stale(null, changedText)
  await sql`
    update default_enrollments set students = ${students}, amount = ${asMoney(total)}::numeric
    where job_id = ${jobId} and ${scope.within(system, 'default_enrollments.school_id')}`.execute(context.db)
  return { matched: students, changed: students, skipped: [], skipped_total: 0, moves: countMoves(moves) }
}

/** Why a run isn’t made. */
export const changedText = 'Some records changed after the preview. Check the new counts.'

const reasonOf = ({ standings }: Candidate): string => {
  // a record’s coverage types have the same deadline
  const cohort = standings[0]?.cohort
  return cohort ? `Auto-enrolled after the deadline for ${cohort}.` : 'Auto-enrolled after the deadline.'
}
