import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { coverages, type Coverage } from '#contract/platform/coverage/choices.ts'
import { tiers, waitingStatuses } from '#contract/platform/coverage/status-groups.ts'
import { separatedStatuses } from '#contract/platform/record/student-period-choices.ts'
import { statusIn } from '#server/platform/coverage/index.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

const texts = (values: readonly string[]): RawBuilder<string[]> =>
  sql<string[]>`${sql.val([...values])}::text[]`

const status = statusIn('record', 'line.coverage')

/**
 * Returns the coverage types of a form that someone can still act on: not decided, and in the record still in a status
 * that waits for the form. Whatever else changes the status (a leave, an exemption, an override) so takes the form out of
 * every queue, and a return from leave puts it back. What the form couldn’t change stays until staff close it, and a change
 * of the plan while the student is enrolled. An unmatched form waits for its student.
 * @param form the name of the form’s row in the statement
 */
export const openCoverages = (
  context: Pick<ScopeContext, 'caller'>,
  form: string,
): RawBuilder<Coverage[]> => {
  const of = (column: string): RawBuilder<unknown> => sql.ref(`${form}.${column}`)
  return sql<Coverage[]>`array(
    select line.coverage from unnest(${of('coverage_types')}) with ordinality line(coverage, place)
    left join student_periods record on record.id = ${of('student_period_id')} and record.deleted_at is null
      and ${scope.within(context, 'record.school_id')}
    where ${of('progress')} = 'complete' and ${of('superseded_by_id')} is null
      and not line.coverage = any(${of('decided_coverages')})
      and (${of('student_period_id')} is null
        or (${status})::text = any(case ${of('form_type')} when 'waiver' then ${texts(waitingStatuses('waiver'))}
          else ${texts(waitingStatuses('enroll'))} end)
        or (line.coverage = any(${of('flagged_coverages')})
          and coalesce(record.academic_status, '') <> all(${texts(separatedStatuses)}))
        or (line.coverage = any(${of('plan_change_coverages')}) and (${status})::text = any(${texts(tiers)}))
        or ((${status})::text = 'waiver_declined' and exists (select from appeals appeal
          where appeal.submission_id = ${of('id')} and line.coverage = any(appeal.coverage_types)
            and ${scope.within(context, 'appeal.school_id')})))
    order by line.place)`
}

/** Returns the condition that someone can still act on a form. */
export const isActionable = (context: Pick<ScopeContext, 'caller'>, form: string): RawBuilder<boolean> =>
  sql<boolean>`cardinality(${openCoverages(context, form)}) > 0`

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
