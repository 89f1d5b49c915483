import { sql } from 'kysely'
import { isAdmin } from '#contract/access.ts'
import { coverages, type Coverage, type CoverageStatus } from '#contract/coverage/choices.ts'
import type { ReviewedAppeal, FormSubmissionDetail } from '#contract/form-submissions/review-shapes.ts'
import { signedForm, type SignedForm } from '#contract/form-submissions/shapes.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import type { Context } from '../context.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import {
  listAwaited,
  listOutcomes,
  listSecondReviews,
  ownDeclines,
  readReopened,
} from '../decisions/index.ts'
import { problem } from '../problem.ts'
import { readStudentPeriod } from '../student-periods/index.ts'
import { findAppeal } from './asked.ts'
import { listMatchCandidates } from './candidates.ts'
import { listAppealFiles, listFormFiles } from './files.ts'
import { findForm } from './review-queries.ts'
import { companyIdsIn, compareAnswers } from './rules/compare-answers.ts'

/** What the student signed last, with the numbers of the published versions. */
export interface StoredForm {
  readonly content: SignedForm
  readonly snapshot_number: number
  readonly form_number: number
  readonly waiver_rules_number: number | null
}

/** Returns the latest snapshot of a form; null while it’s in progress. */
export const findStoredForm = async (context: ScopeContext, id: number): Promise<StoredForm | null> => {
  const found = await scope
    .formSubmissionSnapshots(context)
    .select(['number as snapshot_number', 'content', 'form_number', 'waiver_rules_number'])
    .where('submission_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? { ...found, content: signedForm.parse(found.content) } : null
}

/** Returns which of the companies that a form chose exist. */
export const listKnownCompanies = async (
  { db }: Pick<ScopeContext, 'db'>,
  content: SignedForm,
): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('insurance_companies')
    .select('id')
    .where('id', '=', sql<number>`any(${companyIdsIn(content)}::bigint[])`)
    .where('deleted_at', 'is', null)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

const inProgress = { content: null, snapshot_number: null, form_number: null, waiver_rules_number: null }

/**
 * Returns a form with everything that staff need to decide it. Only product admins find a form that isn’t matched. What was
 * decided about coverage that the caller is to review a second time is left out until they answer.
 * @throws Problem 404
 */
export const readForm = async (context: Context, id: number): Promise<FormSubmissionDetail> => {
  const row = await findForm(context, id)
  if (!row || (row.student_period_id === null && !isAdmin(context.caller))) throw problem.notFound()
  const { first_name, last_name, own_sid, dob, ...form } = row
  const stored = (await findStoredForm(context, id)) ?? inProgress
  const second_review = await listAwaited(context, id)
  const outcomes = (await listOutcomes(context, [id])).filter(
    ({ coverage_type }) => !second_review.includes(coverage_type),
  )
  const sent = { period_id: row.period_id, first_name, last_name, sid: own_sid, dob }
  return {
    ...form,
    ...stored,
    files: await listFormFiles(context, id),
    appeal: await readAppeal(context, row),
    outcomes: outcomes.map(({ submission_id: _of, ...outcome }) => outcome),
    ...(form.student_period_id === null
      ? { ...unmatched, candidates: await listMatchCandidates(context, sent, stored.content) }
      : await besideRecord(context, form.student_period_id, stored.content, second_review)),
    second_review,
    second_reviews: await listSecondReviews(context, id),
  }
}

/** Returns the appeal of a form, with what is still to be decided and by whom; null if there’s none. */
const readAppeal = async (
  context: Context,
  form: Pick<FormSubmissionDetail, 'id' | 'decided_coverages' | 'version'>,
): Promise<ReviewedAppeal | null> => {
  const found = await findAppeal(context, form.id)
  if (!found) return null
  const { coverage_types, comment, created_at, due_on } = found
  const reopened = (await readReopened(context, [form])).get(form.id) ?? []
  return {
    // the column's CHECK allows exactly the contract's coverage types
    coverage_types: coverage_types as Coverage[],
    comment,
    created_at,
    due_on,
    files: await listAppealFiles(context, form.id),
    open_coverages: reopened.filter(({ by }) => by === 'appeal').map(({ coverage_type }) => coverage_type),
    own_declines: ownDeclines(reopened, context.caller.id),
  }
}

const unmatched = { statuses: null, student_period_version: null, comparison: [] }

type Statuses = Partial<Record<Coverage, CoverageStatus>>

const statusesOf = (record: StudentPeriod, hidden: readonly Coverage[]): Statuses =>
  Object.fromEntries(
    coverages
      .filter((coverage) => !hidden.includes(coverage))
      .map((coverage) => [coverage, record[statusFieldOf(coverage)]]),
  )

/** Returns the parts of a matched form that its record tells. A record that was removed since tells nothing. */
const besideRecord = async (
  context: Context,
  id: number,
  content: SignedForm | null,
  hidden: readonly Coverage[],
) => {
  const kept = await scope
    .studentPeriods(context)
    .select('student_periods.id')
    .where('student_periods.id', '=', id)
    .executeTakeFirst()
  if (!kept) return { ...unmatched, candidates: [] }
  const record = await readStudentPeriod(context, id)
  const known = content ? await listKnownCompanies(context, content) : new Set<number>()
  return {
    statuses: statusesOf(record, hidden),
    student_period_version: record.version,
    comparison: content ? compareAnswers(content, record, known) : [],
    candidates: [],
  }
}
