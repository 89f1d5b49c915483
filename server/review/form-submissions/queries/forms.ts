import { sql, type NotNull } from 'kysely'
import * as z from 'zod/mini'
import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { formTypes, matchMethods } from '#contract/review/form-submissions/choices.ts'
import type { FormAppeal, StudentFormSubmission } from '#contract/review/form-submissions/review-shapes.ts'
import { signedForm } from '#contract/review/form-submissions/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/db/database.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import { listOutcomes } from '#server/review/decisions/index.ts'
import { listFilesOfForms } from './files.ts'
import type { Candidate, Sender } from '../rules/match.ts'
import { tokenHash } from '../rules/tokens.ts'

const formType = z.enum(formTypes)
const matchMethod = z.nullable(z.enum(matchMethods))

/** The school that a public call is about. */
export interface PublicPeriod {
  readonly id: number
  readonly school_id: number
  readonly time_zone: string
  readonly state: string
  /** When the policy year ends at the school. ISO instant. */
  readonly ends_at: string
}

/** Returns the school of a policy year that isn’t a draft; undefined without one. */
export const findPublicPeriod = (db: Database, id: number): Promise<PublicPeriod | undefined> =>
  // scope: students aren’t signed in; the policy year in the path says which school they mean
  db
    .selectFrom('periods')
    .innerJoin('schools', 'schools.id', 'periods.school_id')
    .select(['periods.id', 'periods.school_id', 'periods.state', 'schools.time_zone'])
    .select(endOfPeriod.as('ends_at'))
    .where('periods.id', '=', id)
    .where('periods.state', '<>', 'draft')
    .where('periods.deleted_at', 'is', null)
    .where('schools.archived_at', 'is', null)
    .executeTakeFirst()

/** Returns the same. @throws Problem 404 */
export const getPublicPeriod = async (db: Database, id: number): Promise<PublicPeriod> => {
  const found = await findPublicPeriod(db, id)
  if (!found) throw problem.notFound()
  return found
}

/** A student’s form, found by its token. */
interface TokenForm {
  readonly id: number
  readonly period: PublicPeriod
  readonly expires_at: string
}

/** Returns the form that a token opens. @throws Problem 404 if it’s unknown or ended */
export const getFormByToken = async (
  context: Pick<Context, 'db' | 'services' | 'clock'>,
  token: string,
): Promise<TokenForm> => {
  const found = await findFormByToken(context, token)
  if (!found) throw problem.notFound()
  const { id, period_id, expires_at } = found
  return { id, expires_at, period: await getPublicPeriod(context.db, period_id) }
}

/** Returns the form that a token opens; undefined if it’s unknown or ended. */
export const findFormByToken = (
  { db, services, clock }: Pick<Context, 'db' | 'services' | 'clock'>,
  token: string,
) =>
  // scope: students aren’t signed in; the token says which form they mean
  db
    .selectFrom('form_tokens')
    .innerJoin('form_submissions as form', 'form.id', 'form_tokens.submission_id')
    .select(['form.id', 'form.period_id', 'form.progress', 'form_tokens.expires_at'])
    .where('form_tokens.token_hash', '=', tokenHash(services.keys, 'form', token))
    .where('form_tokens.expires_at', '>', clock.now().toISOString())
    .executeTakeFirst()

/** Returns a form with what decides how it can be continued. @throws Problem 404 */
export const getForm = async (context: ScopeContext, id: number, isLocked = false) => {
  const query = scope
    .formSubmissions(context)
    .select([
      'form_submissions.id',
      'form_submissions.period_id',
      'form_submissions.progress',
      'form_submissions.form_type',
      'form_submissions.coverage_types',
      'form_submissions.confirmation_number',
      'form_submissions.sent_hash',
      'form_submissions.submitted_at',
      'form_submissions.student_period_id',
      'form_submissions.decided_coverages',
      'form_submissions.flagged_coverages',
      'form_submissions.plan_change_coverages',
      'form_submissions.superseded_by_id',
    ])
    .where('form_submissions.id', '=', id)
  const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
  if (!row) throw problem.notFound()
  return {
    ...row,
    form_type: formType.parse(row.form_type),
    // the CHECKs allow exactly the contract's coverage types
    coverage_types: row.coverage_types as Coverage[],
    decided_coverages: row.decided_coverages as Coverage[],
    flagged_coverages: row.flagged_coverages as Coverage[],
    plan_change_coverages: row.plan_change_coverages as Coverage[],
  }
}
export type FormRow = Awaited<ReturnType<typeof getForm>>

/** Returns the number of what was signed last, and when. */
export const getLatestSnapshot = (context: ScopeContext, submissionId: number) =>
  scope
    .formSubmissionSnapshots(context)
    .select(['form_submission_snapshots.number', 'form_submission_snapshots.created_at'])
    .where('form_submission_snapshots.submission_id', '=', submissionId)
    .orderBy('form_submission_snapshots.number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

/** Returns the language of what was signed last. */
export const getLanguage = async (context: ScopeContext, submissionId: number) => {
  const { content } = await scope
    .formSubmissionSnapshots(context)
    .select('form_submission_snapshots.content')
    .where('form_submission_snapshots.submission_id', '=', submissionId)
    .orderBy('form_submission_snapshots.number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return signedForm.parse(content).language
}

/** Returns the students of a policy year who may have sent a form: those with its student ID or birth date. */
export const listCandidates = (
  context: ScopeContext,
  periodId: number,
  { sid, dob }: Sender,
): Promise<Candidate[]> =>
  scope
    .studentPeriods(context)
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .select([
      'students.id as student_id',
      'student_periods.id as student_period_id',
      'students.sid',
      'students.first_name',
      'students.last_name',
      'students.prior_last_name',
      'students.dob',
    ])
    .where('student_periods.period_id', '=', periodId)
    .where('students.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        sql<boolean>`shipmate_sid_key(students.sid) = shipmate_sid_key(${sid ?? ''})`,
        where('students.dob', '=', dob),
      ]),
    )
    .execute()

/**
 * Returns the form that was sent since an instant; null if it wasn’t. The same form sent at
 * once by two calls waits here for the first one.
 */
export const findSent = async (
  context: ScopeContext,
  hash: Buffer,
  since: string,
): Promise<{ id: number; confirmation_number: string } | null> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`.execute(context.db)
  const found = await scope
    .formSubmissions(context)
    .select(['form_submissions.id', 'form_submissions.confirmation_number'])
    .where('form_submissions.sent_hash', '=', hash)
    .where('form_submissions.submitted_at', '>', since)
    .orderBy('form_submissions.submitted_at', 'desc')
    .limit(1)
    // only forms in progress have no number, and they have no hash
    .$narrowType<{ confirmation_number: NotNull }>()
    .executeTakeFirst()
  return found ?? null
}

/** Returns the student of a student-period. @throws Problem 404 */
export const getOwner = async (
  context: ScopeContext,
  studentPeriodId: number,
): Promise<{ readonly id: number; readonly school_id: number }> => {
  const found = await scope
    .studentPeriods(context)
    .select(['student_periods.student_id as id', 'student_periods.school_id'])
    .where('student_periods.id', '=', studentPeriodId)
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
}

const formColumns = [
  'form_submissions.id',
  'form_submissions.form_type',
  'form_submissions.coverage_types',
  'form_submissions.confirmation_number',
  'form_submissions.submitted_at',
  'form_submissions.match_method',
  'form_submissions.flagged_coverages',
  'form_submissions.superseded_by_id',
  'form_submissions.version',
  'later.confirmation_number as later_number',
  'snapshot.number as snapshot_number',
  'snapshot.content',
  'snapshot.drawn_signature',
  'snapshot.form_number',
  'snapshot.waiver_rules_number',
] as const

/** Returns the forms of a student-period, newest first, each with its latest snapshot, files and decisions. */
export const listOfStudentPeriod = async (
  context: ScopeContext,
  studentPeriodId: number,
): Promise<StudentFormSubmission[]> => {
  const rows = await scope
    .formSubmissions(context)
    .innerJoin('form_submission_snapshots as snapshot', 'snapshot.submission_id', 'form_submissions.id')
    .leftJoin('form_submissions as later', 'later.id', 'form_submissions.superseded_by_id')
    .distinctOn(['form_submissions.submitted_at', 'form_submissions.id'])
    .select(formColumns)
    .where('form_submissions.student_period_id', '=', studentPeriodId)
    .orderBy('form_submissions.submitted_at', 'desc')
    .orderBy('form_submissions.id', 'desc')
    .orderBy('snapshot.number', 'desc')
    // only forms in progress have no number, and they have no snapshot
    .$narrowType<{ confirmation_number: NotNull }>()
    .execute()
  const ids = rows.map(({ id }) => id)
  const files = await listFilesOfForms(context, ids)
  const appeals = await listAppeals(context, ids)
  const outcomes = Map.groupBy(await listOutcomes(context, ids), ({ submission_id: id }) => id)
  return rows.map(({ later_number, superseded_by_id, ...row }) => ({
    ...row,
    files: files.get(row.id) ?? [],
    appeal: appeals.get(row.id) ?? null,
    outcomes: (outcomes.get(row.id) ?? []).map(({ submission_id: _of, ...outcome }) => outcome),
    form_type: formType.parse(row.form_type),
    match_method: matchMethod.parse(row.match_method),
    // the CHECKs allow exactly the contract's coverage types
    coverage_types: row.coverage_types as Coverage[],
    flagged_coverages: row.flagged_coverages as Coverage[],
    content: signedForm.parse(row.content),
    drawn_signature: row.drawn_signature?.toString('base64') ?? null,
    superseded_by:
      superseded_by_id === null ? null : { id: superseded_by_id, confirmation_number: later_number ?? '' },
  }))
}

/** Returns the appeals of forms by form, as staff read them. */
const listAppeals = async (
  context: ScopeContext,
  submissionIds: readonly number[],
): Promise<Map<number, FormAppeal>> => {
  const rows = await scope
    .appeals(context)
    .select([
      'appeals.submission_id',
      'appeals.coverage_types',
      'appeals.comment',
      'appeals.due_on',
      'appeals.created_at',
    ])
    .where('appeals.submission_id', '=', sql<number>`any(${[...submissionIds]}::bigint[])`)
    .execute()
  return new Map(
    rows.map(({ submission_id: id, coverage_types, ...row }) => [
      id,
      // the CHECK allows exactly the contract's coverage types
      { ...row, coverage_types: coverage_types as Coverage[] },
    ]),
  )
}

/** The end of a policy year at its school, as an instant. The query has both tables. */
const endOfPeriod = sql<string>`(periods.ends_on + 1)::timestamp at time zone schools.time_zone`
