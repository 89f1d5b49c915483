import { sql, type RawBuilder } from 'kysely'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'

/** What students sign about their coverage: the name of each column, and how a form’s fields end. */
const signedFields = {
  source: '_waive_source_of_coverage',
  relation: '_waive_subscriber_relation',
  company_id: '_waive_insurance_company_id',
  company_name: '_waive_insurance_name_other',
  member_number: '_waive_member_subscriber_number',
} as const
type SignedColumn = keyof typeof signedFields

/**
 * Returns what students signed in waiver forms that wait for a decision, by coverage type, as texts: the record has it only
 * once the form is decided.
 * @param columns each costs a search in every form
 * @param ids only these student-periods
 */
export const signedWaivers = (
  context: ScopeContext,
  periodId: number,
  columns: readonly SignedColumn[],
  ids: readonly number[] | null = null,
): RawBuilder<unknown> => sql`
  select form.student_period_id, line.coverage,
    ${sql.join(columns.map((column) => sql`max(${sql.ref(`signed.${column}`)}) as ${sql.ref(column)}`))}
  from form_submissions form
  cross join unnest(form.coverage_types) line(coverage)
  cross join lateral (select ${sql.join(columns.map(answerOf))} from form_submission_snapshots snapshot
    where snapshot.submission_id = form.id order by snapshot.number desc limit 1) signed
  where ${scope.within(context, 'form.school_id')} and form.period_id = ${periodId} and form.form_type = 'waiver'
    and form.progress = 'complete' and form.superseded_by_id is null and form.decision <> 'decided'
    and form.student_period_id is not null and not line.coverage = any(form.decided_coverages)
    ${ids === null ? sql`` : sql`and form.student_period_id = any(${[...ids]}::bigint[])`}
  group by 1, 2`

const answerOf = (column: SignedColumn): RawBuilder<unknown> => sql`
  jsonb_path_query_first(snapshot.content, '$.answers[*] ? (@.name == $name).value',
    jsonb_build_object('name', line.coverage || ${sql.lit(signedFields[column])})) #>> '{}' as ${sql.ref(column)}`
