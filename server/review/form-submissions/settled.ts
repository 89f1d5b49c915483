import { sql } from 'kysely'
import type { Coverage } from '#contract/setup/coverage/choices.ts'
import type {
  FormSubmissionDetail,
  SettledCoverage,
} from '#contract/review/form-submissions/review-shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

type Form = Pick<
  FormSubmissionDetail,
  | 'coverage_types'
  | 'decided_coverages'
  | 'open_coverages'
  | 'progress'
  | 'student_period_id'
  | 'superseded_by'
>

/** Returns the coverage types of a form that are neither decided nor open. */
const settledIn = (form: Form): Coverage[] =>
  form.progress === 'complete' && form.superseded_by === null
    ? form.coverage_types.filter(
        (one) => !form.decided_coverages.includes(one) && !form.open_coverages.includes(one),
      )
    : []

/** Returns what settled coverage types of a form instead of a decision: the last change of their statuses. */
export const readSettled = async (
  context: ScopeContext,
  form: Form,
  statuses: FormSubmissionDetail['statuses'],
): Promise<SettledCoverage[]> => {
  const settled = settledIn(form)
  if (settled.length === 0 || !statuses) return []
  const { rows } = await sql<Omit<SettledCoverage, 'status'>>`
    select distinct on (line.coverage) line.coverage as coverage_type, entry.kind, entry.reason, entry.at,
      case when actor.id is not null
        then jsonb_build_object('id', actor.id, 'name', actor.first_name || ' ' || actor.last_name) end as by
    from unnest(${settled}::text[]) line(coverage)
    left join history entry on entry.student_period_id = ${form.student_period_id}
      and entry.subject_type = 'student_period' and ${scope.within(context, 'entry.school_id')}
      and entry.changes @> jsonb_build_array(jsonb_build_object('field', line.coverage || '_status'))
    left join users actor on actor.id = entry.actor_id
    order by line.coverage, entry.id desc`.execute(context.db)
  return rows.flatMap((row) => {
    const status = statuses[row.coverage_type]
    return status ? [{ ...row, status }] : []
  })
}
