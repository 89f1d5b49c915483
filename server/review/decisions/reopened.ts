import { sql } from 'kysely'
import { coverages, type Coverage } from '#contract/setup/coverage/choices.ts'
import * as z from 'zod/mini'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** A coverage type that was decided and is open again, because the student fixed the form or appealed. */
export interface Reopened {
  readonly coverage_type: Coverage
  readonly by: 'fix' | 'appeal'
  /** Who couldn’t process it, or declined it. */
  readonly decided_by_id: number | null
  /** The day by which staff plan to decide the appeal; null for a fix. */
  readonly due_on: string | null
}

interface OpenForm {
  readonly id: number
  readonly decided_coverages: readonly string[]
  /** 1 until it’s decided. */
  readonly version: number
}

const coverage = z.enum(coverages)

/** Returns what is open again by form. A decision that was undone opens a coverage type as if it wasn’t made. */
export const readReopened = async (
  context: ScopeContext,
  forms: readonly OpenForm[],
): Promise<Map<number, Reopened[]>> => {
  const decidedBefore = forms.filter(({ version }) => version > 1).map(({ id }) => id)
  if (decidedBefore.length === 0) return new Map()
  const rows = await scope
    .decisionOutcomes(context)
    .leftJoin('appeals', 'appeals.submission_id', 'decision_outcomes.submission_id')
    .distinctOn(['decision_outcomes.submission_id', 'decision_outcomes.coverage_type'])
    .select([
      'decision_outcomes.submission_id',
      'decision_outcomes.coverage_type',
      'decision_outcomes.outcome',
      'decision_outcomes.decided_by_id',
      'appeals.due_on',
    ])
    .where('decision_outcomes.submission_id', '=', sql<number>`any(${decidedBefore}::bigint[])`)
    .where('decision_outcomes.undone_at', 'is', null)
    .orderBy('decision_outcomes.submission_id')
    .orderBy('decision_outcomes.coverage_type')
    .orderBy('decision_outcomes.id', 'desc')
    .execute()
  const byForm = Map.groupBy(rows, ({ submission_id: id }) => id)
  return new Map(
    forms.map(({ id, decided_coverages: decided }) => [
      id,
      (byForm.get(id) ?? []).flatMap((row): Reopened[] => {
        const by = reopenedBy[row.outcome]
        if (!by || decided.includes(row.coverage_type)) return []
        const due_on = by === 'appeal' ? row.due_on : null
        return [
          { coverage_type: coverage.parse(row.coverage_type), by, decided_by_id: row.decided_by_id, due_on },
        ]
      }),
    ]),
  )
}

/** Students open only these outcomes again, each in its own way. */
const reopenedBy: Readonly<Record<string, Reopened['by']>> = { utp: 'fix', decline: 'appeal' }

/** Returns the appealed coverage types that someone declined, so that someone else must decide them. */
export const ownDeclines = (reopened: readonly Reopened[], callerId: number): Coverage[] =>
  reopened
    .filter(({ by, decided_by_id: id }) => by === 'appeal' && id === callerId)
    .map(({ coverage_type }) => coverage_type)

/** What the decision target of a form counts from. Days are `YYYY-MM-DD`. */
interface DueFacts {
  readonly open: readonly Coverage[]
  readonly reopened: readonly Reopened[]
  /** The last day to decide what the student submitted, and what they fixed. */
  readonly submitted_due_on: string
  readonly fixed_due_on: string
}

/**
 * Returns the day by which staff plan to decide a form: the earliest of its open coverage types. An appeal has a day of
 * its own, and the target of a fix starts with the fix. Null if nothing is open.
 */
export const dueOn = ({ open, reopened, submitted_due_on, fixed_due_on }: DueFacts): string | null => {
  const days = open.map((one) => {
    const again = reopened.find(({ coverage_type }) => coverage_type === one)
    if (!again) return submitted_due_on
    return again.by === 'fix' ? fixed_due_on : (again.due_on ?? submitted_due_on)
  })
  return days.toSorted()[0] ?? null
}
