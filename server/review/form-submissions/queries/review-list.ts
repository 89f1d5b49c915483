import { sql, type RawBuilder } from 'kysely'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { MatchMethod, QueueName } from '#contract/review/form-submissions/choices.ts'
import {
  formSubmissionColumns,
  type FormSubmissionColumn,
  type FormSubmissionQuery,
  type FormSubmissionRow,
} from '#contract/review/form-submissions/review-shapes.ts'
import type { SortKey } from '#contract/platform/table-query.ts'
import { usualFormSort } from '#contract/review/form-submissions/queues.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, selectPeriod } from '#server/platform/db/scope.ts'
import { lastVisit } from '#server/platform/history/index.ts'
import { awaitsSecondReview, daysToDecision, openCoverages } from '#server/review/decisions/index.ts'
import {
  filterConditions,
  officeTime,
  orderBy,
  pageOf,
  searchConditions,
  searchWords,
  type SqlColumn,
} from '#server/platform/lib/table.ts'
import { isClaimed, queueCondition } from './queues.ts'
import { listedName } from '#server/platform/db/person-names.ts'

/** A matched form has the present name and student ID of its student, an unmatched one those it was sent with. */
const name = sql`coalesce(${listedName('s')}, ${listedName('form')})`
const sid = sql`coalesce(s.sid, form.sid)`

/**
 * Returns the deadline of the form `form`. It’s left out where it would tell whoever is to review a decision what was
 * decided: only unable to process has one.
 */
const deadline = (context: Context): RawBuilder<unknown> =>
  sql`case when form.decision <> 'decided' or not ${awaitsSecondReview(context)} then form.deadline_on end`

const columnsFor = (context: Context, queue?: QueueName): Record<FormSubmissionColumn, SqlColumn> => {
  const { form_type, progress, decision, recommendation, eligibility } = formSubmissionColumns
  return {
    id: { sql: sql`form.id`, kind: 'number' },
    student_name: { sql: name, kind: 'text' },
    sid: { sql: sid, kind: 'text' },
    form_type: { sql: sql`form.form_type`, kind: 'choice', choices: form_type.choices },
    coverage_types: { sql: sql`array_to_string(form.coverage_types, ', ')`, kind: 'text' },
    progress: { sql: sql`form.progress`, kind: 'choice', choices: progress.choices },
    submitted_at: { sql: sql`form.submitted_at`, kind: 'instant' },
    seen_at: { sql: sql`form.seen_at`, kind: 'instant' },
    decision: { sql: sql`form.decision`, kind: 'choice', choices: decision.choices },
    recommendation: { sql: sql`form.recommendation`, kind: 'choice', choices: recommendation.choices },
    risk: { sql: sql`form.risk`, kind: 'number' },
    eligibility: { sql: sql`form.eligibility`, kind: 'choice', choices: eligibility.choices },
    // in the other queues the order comes from an index
    deadline_on: { sql: queue === 'second_review' ? deadline(context) : sql`form.deadline_on`, kind: 'date' },
    days_to_decision: { sql: daysToDecision(context), kind: 'number' },
    confirmation_number: { sql: sql`form.confirmation_number`, kind: 'text' },
    student_id: { sql: sql`form.student_id`, kind: 'number' },
    claimed_by: {
      sql: sql`case when ${isClaimed(context)} then claimer.first_name || ' ' || claimer.last_name end`,
      kind: 'text',
    },
    ...sinceVisit(context),
  }
}

/** What happened to the form `form` since the reader’s last visit. */
const sinceVisit = (context: Context): Record<'received_since_visit' | 'decided_since_visit', SqlColumn> => {
  const last = lastVisit(context, context.caller.id)
  return {
    received_since_visit: {
      sql: sql`coalesce(form.progress = 'complete' and form.submitted_at > (select at from ${last} visit), false)`,
      kind: 'boolean',
    },
    decided_since_visit: {
      sql: sql`(form.id in (select decided.submission_id from decision_outcomes decided
        where decided.change_id > (select id from ${last} visit) and decided.undone_at is null
          and decided.decided_by_id <> ${context.caller.id} and ${scope.within(context, 'decided.school_id')}))`,
      kind: 'boolean',
    },
  }
}

/** Forms that a chosen sort finds equal are in the order of their names. */
const named = (sort: readonly SortKey[]): readonly SortKey[] =>
  sort.some(({ field }) => field === 'student_name')
    ? sort
    : [...sort, { field: 'student_name', descending: false }]

/** What a search looks at: both names and student IDs, and the confirmation number with and without its dashes. */
const searchText = sql`(' ' || shipmate_fold(concat_ws(' ', form.first_name, form.last_name, form.sid,
  form.confirmation_number, replace(form.confirmation_number, '-', ''), s.search_text) collate "C"))`
const emails = sql`concat_ws(' ', s.university_email, s.personal_email)`

/** Returns the columns of a row of the submission list, from `form`, its student `s` and `claimer`. */
const rowColumns = (context: Context): RawBuilder<unknown> => sql`
  form.id, form.form_type, form.student_id, form.student_period_id, ${name} as name, ${sid} as sid,
  form.coverage_types, form.decided_coverages, form.progress, form.confirmation_number, form.submitted_at,
  form.seen_at, form.decision, form.recommendation, form.risk, form.eligibility,
  ${deadline(context)} as deadline_on,
  case when ${isClaimed(context)}
    then jsonb_build_object('id', claimer.id, 'name', claimer.first_name || ' ' || claimer.last_name)
  end as claimed_by,
  form.superseded_by_id as superseded_by, form.plan_change_coverages,
  ${openCoverages(context, 'form')} as open_coverages, form.version`

/** Returns `from …` of the forms that the caller can see, with what `rowColumns` reads; more conditions can follow. */
const fromForms = (context: Context): RawBuilder<unknown> => sql`
  from form_submissions form left join students s on s.id = form.student_id and s.school_id = form.school_id
  left join users claimer on claimer.id = form.claimed_by_id
  where ${scope.within(context, 'form.school_id')}`

type Query = Omit<FormSubmissionQuery, 'columns'>

/** Returns `from … where …` and `order by …` of a query of the list. */
const partsOf = (
  context: Context,
  { period_id, queue, search, filters, sort }: Omit<Query, 'page' | 'per_page'>,
) => {
  const columns = columnsFor(context, queue)
  const conditions = [
    sql<boolean>`form.period_id = ${period_id}`,
    ...(queue === undefined ? [] : [queueCondition(context, queue)]),
    ...searchConditions(searchWords(search), searchText, emails),
    ...filterConditions(columns, filters ?? {}, officeTime(context.clock)),
  ]
  return {
    source: sql`${fromForms(context)} and ${sql.join(conditions, sql` and `)}`,
    order: orderBy(columns, sort ? named(sort) : usualFormSort, sql`form.id`),
  }
}

/** Returns a page of the forms of a policy year. @throws Problem 422 */
export const listForms = async (
  context: Context,
  query: FormSubmissionQuery,
): Promise<{ rows: FormSubmissionRow[]; total: number }> => {
  await selectPeriod(context, query.period_id)
  const { source, order } = partsOf(context, query)
  const [{ rows }, total] = await Promise.all([
    sql<FormSubmissionRow>`select ${rowColumns(context)} ${source} ${order} ${pageOf(query)}`.execute(
      context.db,
    ),
    countForms(context, query),
  ])
  return { rows, total }
}

/** Counts the forms on all pages of a query. */
export const countForms = async (
  context: Context,
  query: Omit<Query, 'page' | 'per_page'>,
): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${partsOf(context, query).source}`.execute(context.db)
  return rows[0]?.total ?? 0
}

/** Returns the IDs of all pages of the same query, in the same order. @throws Problem 422 */
export const listFormIds = async (context: Context, query: Query): Promise<number[]> => {
  await selectPeriod(context, query.period_id)
  const { source, order } = partsOf(context, query)
  const { rows } = await sql<{ id: number }>`select form.id ${source} ${order}`.execute(context.db)
  return rows.map(({ id }) => id)
}

/** A form as its screen reads it: the row of the list, and what it was sent with. */
interface FormRow extends FormSubmissionRow {
  readonly school_id: number
  readonly period_id: number
  readonly match_method: MatchMethod | null
  readonly match_change_id: string | null
  readonly flagged_coverages: Coverage[]
  readonly superseded_by_number: string | null
  readonly supersedes: string[]
  readonly first_name: string | null
  readonly last_name: string | null
  readonly own_sid: string | null
  readonly dob: string | null
}

/** Returns the change that matched the undecided form `form`, if it can be undone. */
const matchChange = (context: Context): RawBuilder<string | null> => sql<string | null>`(
  select entry.change_id::text from history entry join changes act on act.id = entry.change_id
  where form.match_method = 'staff' and form.superseded_by_id is null and act.is_undoable
    and entry.student_period_id = form.student_period_id and entry.kind = 'form_matched'
    and entry.subject_id = form.id and ${scope.within(context, 'entry.school_id')}
    and not exists (select from decision_outcomes outcome where outcome.submission_id = form.id
      and outcome.undone_at is null and ${scope.within(context, 'outcome.school_id')})
  order by entry.id desc limit 1)`

/** Returns a form, or undefined if it’s unknown or foreign. */
export const findForm = async (context: Context, id: number): Promise<FormRow | undefined> => {
  const { rows } = await sql<FormRow>`
    select ${rowColumns(context)}, form.school_id, form.period_id, form.match_method, form.flagged_coverages,
      ${matchChange(context)} as match_change_id,
      (select later.confirmation_number from form_submissions later where later.id = form.superseded_by_id)
        as superseded_by_number,
      array(select earlier.confirmation_number from form_submissions earlier
        where earlier.superseded_by_id = form.id and ${scope.within(context, 'earlier.school_id')}
        order by earlier.submitted_at, earlier.id) as supersedes,
      form.first_name, form.last_name, form.sid as own_sid, form.dob::text as dob
    ${fromForms(context)} and form.id = ${id}`.execute(context.db)
  return rows[0]
}
