import { sql } from 'kysely'
import { isAdmin } from '#contract/platform/access.ts'
import { coverages, type Coverage, type CoverageStatus } from '#contract/platform/coverage/choices.ts'
import { statusFieldOf } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type {
  ComparedField,
  FormSubmissionDetail,
  MatchCandidate,
  ReviewedAppeal,
  SettledCoverage,
} from '#contract/review/form-submissions/review-shapes.ts'
import type { SenderEmail } from '#contract/review/form-submissions/sender-email.ts'
import { signedForm, type SignedForm } from '#contract/review/form-submissions/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { fitsPattern } from '#server/records/insurance-companies/index.ts'
import { readStudentPeriod } from '#server/records/student-periods/index.ts'
import {
  listAwaited,
  listOutcomes,
  listSecondReviews,
  ownDeclines,
  readReopened,
} from '#server/review/decisions/index.ts'
import { findAppeal, readFixed } from './asked.ts'
import { listAppealFiles, listFormFiles } from './files.ts'
import { listMatchCandidates, senderOf } from './match-candidates.ts'
import { findForm } from './review-list.ts'
import { companyIdsIn, compareAnswers, compareDependents } from '../rules/compare-answers.ts'

/** What the student signed last, with the numbers of the published versions. */
export interface StoredForm {
  readonly content: SignedForm
  readonly drawn_signature: string | null
  readonly snapshot_number: number
  readonly form_number: number
  readonly waiver_rules_number: number | null
}

/** Returns the latest snapshot of a form; null while it’s in progress. */
export const findStoredForm = async (context: ScopeContext, id: number): Promise<StoredForm | null> => {
  const found = await scope
    .formSubmissionSnapshots(context)
    .select(['number as snapshot_number', 'content', 'drawn_signature', 'form_number', 'waiver_rules_number'])
    .where('submission_id', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found
    ? {
        ...found,
        content: signedForm.parse(found.content),
        drawn_signature: found.drawn_signature?.toString('base64') ?? null,
      }
    : null
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

const inProgress = {
  content: null,
  drawn_signature: null,
  snapshot_number: null,
  form_number: null,
  waiver_rules_number: null,
}

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
  const sender = senderOf({ first_name, last_name, sid: own_sid, dob }, stored.content)
  const beside =
    form.student_period_id === null
      ? { ...unmatched, sender, candidates: await listMatchCandidates(context, row.period_id, sender) }
      : await besideRecord(context, form.student_period_id, stored.content, second_review)
  const files = await listFormFiles(context, id)
  return {
    ...form,
    ...stored,
    ...beside,
    fixed: await readFixed(context, id, stored, files),
    files,
    settled: await readSettled(context, form, beside.statuses),
    appeal: await readAppeal(context, row),
    sender_emails: await listSenderEmails(context, id),
    outcomes: outcomes.map(({ submission_id: _of, ...outcome }) => outcome),
    second_review,
    second_reviews: await listSecondReviews(context, id),
  }
}

/** Returns what staff wrote to the sender of a form, newest first. */
const listSenderEmails = async (context: ScopeContext, id: number): Promise<SenderEmail[]> => {
  const { rows } = await sql<SenderEmail>`
    select email.id, email.to_address as to, email.subject, email.state, email.via,
      email.created_at as queued_at,
      case when sender.id is not null
        then jsonb_build_object('id', sender.id, 'name', sender.first_name || ' ' || sender.last_name) end as by
    from emails email left join users sender on sender.id = email.sender_id
    where email.form_submission_id = ${id} and email.kind = 'message'
      and ${scope.within(context, 'email.school_id')}
    order by email.id desc`.execute(context.db)
  return rows
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

/**
 * Returns the students of the policy year that a search finds for an unmatched form, with what they and its sender have
 * in common. @throws Problem 404
 */
export const searchMatchCandidates = async (
  context: Context,
  id: number,
  search: string,
): Promise<MatchCandidate[]> => {
  const row = await findForm(context, id)
  if (!row || row.student_period_id !== null) throw problem.notFound()
  const content = (await findStoredForm(context, id))?.content ?? null
  return listMatchCandidates(context, row.period_id, senderOf({ ...row, sid: row.own_sid }, content), search)
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
  if (!kept) return { ...unmatched, sender: null, candidates: [] }
  const record = await readStudentPeriod(context, id)
  return {
    statuses: statusesOf(record, hidden),
    student_period_version: record.version,
    comparison: content ? await compareWithRecord(context, content, record) : [],
    sender: null,
    candidates: [],
  }
}

const compareWithRecord = async (
  context: Context,
  content: SignedForm,
  record: StudentPeriod,
): Promise<ComparedField[]> => {
  const doubts = await doubtMemberIds(context, content)
  const compared = compareAnswers(content, record, await listKnownCompanies(context, content))
  return [
    ...compared.map((field) => {
      const doubt = doubts.get(field.name)
      return doubt === undefined ? field : { ...field, doubt }
    }),
    ...compareDependents(content, record),
  ]
}

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
const readSettled = async (
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

/**
 * Returns why the member IDs of a form are doubtful, by field: those that don’t fit the pattern of the company that
 * they were sent with.
 */
const doubtMemberIds = async (
  { db }: Pick<ScopeContext, 'db'>,
  content: SignedForm,
): Promise<ReadonlyMap<string, string>> => {
  const companies = await db
    .selectFrom('insurance_companies')
    .select(['id', 'name', 'member_id_pattern', 'member_id_hint'])
    .where('id', '=', sql<number>`any(${companyIdsIn(content)}::bigint[])`)
    .where('member_id_pattern', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  const answers = new Map(content.answers.map(({ name, value }) => [name, value]))
  const doubts = new Map<string, string>()
  for (const coverage of coverages) {
    const field = `${coverage}_waive_member_subscriber_number`
    const memberId = answers.get(field)
    const company = companies.find(({ id }) => id === answers.get(`${coverage}_waive_insurance_company_id`))
    if (typeof memberId !== 'string' || !company?.member_id_pattern) continue
    if (await fitsPattern(company.member_id_pattern, memberId.trim())) continue
    const hint = company.member_id_hint === null ? '' : ` (${company.member_id_hint})`
    doubts.set(field, `Doesn’t match the format of ${company.name}’s member IDs${hint}.`)
  }
  return doubts
}
