import { sql, type RawBuilder } from 'kysely'
import type { Coverage } from '#contract/setup/coverage/choices.ts'
import { tiers, waitingStatuses } from '#contract/setup/coverage/status-groups.ts'
import { separatedStatuses } from '#contract/records/student-periods/choices.ts'
import { statusIn } from '#server/setup/coverage/index.ts'
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
