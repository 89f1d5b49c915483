import { statusHours, statusIdleMinutes } from '#contract/review/student-status/choices.ts'
import type {
  NewStatusCode,
  NewStatusSession,
  StatusSession,
} from '#contract/review/student-status/shapes.ts'
import type { AnonymousContext, Services } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { statusCookie, statusOptions } from '#server/platform/http/cookies.ts'
import type { Http } from '#server/platform/http/mount.ts'
import { hashToken, newToken } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { findFormByToken, getPublicPeriod, type PublicPeriod } from '#server/review/form-submissions/index.ts'
import { findStudent } from '../queries/students.ts'
import { tokenIn, type OpenSession } from '../queries/sessions.ts'
import { presentSession } from '../queries/status.ts'
import { clearCodeTexts, useCode } from './codes.ts'

/** Seconds between two updates of a session’s last activity. */
const touchSeconds = 30

/** Whose session it is: a student’s record, or only a form. */
type Owner = Pick<OpenSession, 'school_id' | 'student_id' | 'student_period_id' | 'submission_id'>

/**
 * Checks by what a session is to be opened, before the transaction, because used codes and counted tries stay so if it fails.
 * @throws Problem 404 for an unknown policy year; 422 at `code` or `form_token`
 */
export const checkOpening = async (
  context: AnonymousContext,
  periodId: number,
  { form_token, sid = '', dob = '', code = '' }: NewStatusSession,
): Promise<Owner> => {
  const period = await getPublicPeriod(context.db, periodId)
  return form_token === undefined
    ? checkCode(context, period, { sid, dob, code })
    : checkFormToken(context, period, form_token)
}

const checkFormToken = async (
  context: AnonymousContext,
  { id, school_id }: PublicPeriod,
  token: string,
): Promise<Owner> => {
  const form = await findFormByToken(context, token)
  if (form?.progress !== 'complete' || form.period_id !== id)
    throw problem.invalid({ form_token: 'This link has expired. Ask for a code instead.' })
  return { school_id, student_id: null, student_period_id: null, submission_id: form.id }
}

const checkCode = async (
  context: AnonymousContext,
  { id, school_id }: PublicPeriod,
  { code, ...who }: NewStatusCode & { readonly code: string },
): Promise<Owner> => {
  const student = await findStudent(scope.asSystem(context.db, school_id), id, who)
  const isRight = await useCode(context.services, school_id, student, code)
  if (student && isRight) {
    const { student_id, student_period_id } = student
    return { school_id, student_id, student_period_id, submission_id: null }
  }
  if (student) logWrongCode(context, student)
  throw problem.invalid({
    code: 'This code doesn’t work. Check the 6 digits, your student ID and your birth date, or ask for a new code.',
  })
}

/** Notes soon after the response that someone tried a wrong code. */
const logWrongCode = (
  context: AnonymousContext,
  { student_id, school_id }: { readonly student_id: number; readonly school_id: number },
): void =>
  context.services.accesses.add(context.services, context, {
    action: 'refused',
    outcome: 'refused',
    subject_type: 'status_page',
    subject_id: student_id,
    school_id,
    student_id,
    detail: 'wrong code',
  })

/** Starts a session with a new secret and sets its cookie. The session that the browser had before ends. */
export const openSession = async (
  context: AnonymousContext,
  { request, reply }: Http,
  owner: Owner,
): Promise<StatusSession> => {
  const token = newToken()
  const now = context.clock.now()
  const expires_at = new Date(now.getTime() + statusHours * 3_600_000).toISOString()
  await endSession(context, tokenIn(context, request))
  await context.db
    .insertInto('status_sessions')
    .values({
      ...owner,
      token_hash: hashToken(token),
      created_at: now.toISOString(),
      last_seen_at: now.toISOString(),
      expires_at,
    })
    .execute()
  if (owner.student_period_id !== null) await clearCodeTexts(context, owner.student_period_id)
  const { settings } = context.services
  void reply.setCookie(statusCookie(settings), token, statusOptions(settings))
  return presentSession({ ...owner, expires_at })
}

/** Ends a session and clears its cookie. */
export const closeSession = async (context: AnonymousContext, { request, reply }: Http): Promise<void> => {
  const { settings } = context.services
  await endSession(context, tokenIn(context, request))
  void reply.clearCookie(statusCookie(settings), statusOptions(settings))
}

const endSession = async ({ db }: Pick<AnonymousContext, 'db'>, token: string | undefined): Promise<void> => {
  if (!token) return
  // scope: the token says whose session it is
  await db.deleteFrom('status_sessions').where('token_hash', '=', hashToken(token)).execute()
}

/** Notes that a session is in use, at most twice a minute, so that reads stay reads. */
export const touchSession = async (
  { services }: Pick<AnonymousContext, 'services'>,
  { id, school_id, last_seen_at }: OpenSession,
): Promise<void> => {
  const now = services.clock.now()
  if (now.getTime() - Date.parse(last_seen_at) < touchSeconds * 1000) return
  await scope
    .update(scope.asSystem(services.db, school_id), 'status_sessions')
    .set({ last_seen_at: now.toISOString() })
    .where('status_sessions.id', '=', id)
    .execute()
}

/** Deletes codes and sessions that have ended, of every school. */
export const deleteEndedStatuses = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const idle = new Date(now.getTime() - statusIdleMinutes * 60_000).toISOString()
  // scope: expired rows of every school
  await db.deleteFrom('status_codes').where('expires_at', '<=', now.toISOString()).execute()
  // scope: expired rows of every school
  await db
    .deleteFrom('status_sessions')
    .where((row) => row.or([row('expires_at', '<=', now.toISOString()), row('last_seen_at', '<=', idle)]))
    .execute()
}
