import { sql } from 'kysely'
import type { Coverage } from '#contract/coverage/choices.ts'
import { formTypes, matchMethods } from '#contract/form-submissions/choices.ts'
import { signedForm, type StudentFormSubmission } from '#contract/form-submissions/shapes.ts'
import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { problem } from '../problem.ts'
import type { Candidate, Sender } from './rules/match.ts'

/** The school that a public call is about. */
export interface PublicPeriod {
  readonly school_id: number
  readonly time_zone: string
}

/** Returns the school of a policy year that isn’t a draft. @throws Problem 404 */
export const getPublicPeriod = async (db: Database, id: number): Promise<PublicPeriod> => {
  // scope: students aren’t signed in; the policy year in the path says which school they mean
  const found = await db
    .selectFrom('periods')
    .innerJoin('schools', 'schools.id', 'periods.school_id')
    .select(['periods.school_id', 'schools.time_zone'])
    .where('periods.id', '=', id)
    .where('periods.state', '<>', 'draft')
    .where('periods.deleted_at', 'is', null)
    .where('schools.archived_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw problem.notFound()
  return found
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
    .where((where) => where.or([where('students.sid', '=', sid ?? ''), where('students.dob', '=', dob)]))
    .execute()

/**
 * Returns the confirmation number of a form that was sent since an instant; null if it wasn’t. The same form sent at
 * once by two calls waits here for the first one.
 */
export const findSent = async (
  context: ScopeContext,
  hash: Buffer,
  since: string,
): Promise<string | null> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${hash.toString('hex')}, 0))`.execute(context.db)
  const found = await scope
    .formSubmissions(context)
    .select('form_submissions.confirmation_number')
    .where('form_submissions.sent_hash', '=', hash)
    .where('form_submissions.submitted_at', '>', since)
    .orderBy('form_submissions.submitted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.confirmation_number ?? null
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

const formType = z.enum(formTypes)
const matchMethod = z.nullable(z.enum(matchMethods))

/** Returns the forms of a student-period, newest first, each with its latest snapshot. */
export const listOfStudentPeriod = async (
  context: ScopeContext,
  studentPeriodId: number,
): Promise<StudentFormSubmission[]> => {
  const rows = await scope
    .formSubmissions(context)
    .innerJoin('form_submission_snapshots as snapshot', 'snapshot.submission_id', 'form_submissions.id')
    .leftJoin('form_submissions as later', 'later.id', 'form_submissions.superseded_by_id')
    .distinctOn(['form_submissions.submitted_at', 'form_submissions.id'])
    .select([
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
      'snapshot.content',
      'snapshot.form_number',
      'snapshot.waiver_rules_number',
    ])
    .where('form_submissions.student_period_id', '=', studentPeriodId)
    .orderBy('form_submissions.submitted_at', 'desc')
    .orderBy('form_submissions.id', 'desc')
    .orderBy('snapshot.number', 'desc')
    .execute()
  return rows.map(({ later_number, superseded_by_id, ...row }) => ({
    ...row,
    form_type: formType.parse(row.form_type),
    match_method: matchMethod.parse(row.match_method),
    // the CHECKs allow exactly the contract's coverage types
    coverage_types: row.coverage_types as Coverage[],
    flagged_coverages: row.flagged_coverages as Coverage[],
    content: signedForm.parse(row.content),
    superseded_by:
      superseded_by_id === null ? null : { id: superseded_by_id, confirmation_number: later_number ?? '' },
  }))
}
