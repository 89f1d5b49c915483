import { sql } from 'kysely'
import { canResend } from '#contract/review/emails/shapes.ts'
import type { EmailKind } from '#contract/setup/schools/email-kinds.ts'
import { queueOne, recordEmail, suppressedAmong, type NewEmail } from '#server/mail/email-delivery/index.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import {
  recordHistory,
  startChange,
  type ChangeKind,
  type Entry,
  type HistoryContext,
} from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { emailAddressIn } from '#server/records/students/index.ts'
import { presentEmail } from '../present.ts'
import { getBatch, lockEmail, type EmailRow } from '../queries/emails.ts'

/** Cancels an email that’s still queued. @throws Problem 404; 409 with the email if it isn’t queued any more */
export const cancelEmail = async (context: Context, id: number): Promise<void> => {
  const email = await lockEmail(context, id)
  if (email.state !== 'queued')
    throw problem.stale(await presentEmail(context, email), 'This email isn’t queued any more.')
  await scope
    .update(context, 'emails')
    .set({ state: 'canceled', error: null })
    .where('emails.id', '=', id)
    .execute()
  await recordEmail(context, email, id, 'email_canceled', [
    { field: 'subject', before: email.subject, after: null },
  ])
}

/** Returns the address that a student’s emails go to; null without one. */
const presentAddress = async (context: Context, studentId: number): Promise<string | null> => {
  const student = await scope
    .students(context)
    .select(emailAddressIn('students').as('address'))
    .where('students.id', '=', studentId)
    .executeTakeFirst()
  return student?.address ?? null
}

/**
 * Returns where an email goes again: to the student’s present address, or without a student to the same one.
 * @throws Problem 422 on `to` if the student has none, or the address is blocked
 */
const addressAgain = async (context: Context, email: EmailRow): Promise<string> => {
  if (email.student_id === null) {
    if ((await suppressedAmong(context.db, [email.to_address])).size > 0)
      throw problem.invalid({ to: 'This address is blocked. Unblock it under Delivery first.' })
    return email.to_address
  }
  const to = await presentAddress(context, email.student_id)
  if (to === null) throw problem.invalid({ to: 'This student has no email address.' })
  return to
}

/**
 * Queues an email again, with the same content. Returns the ID of the new one.
 * @throws Problem 404; 409 with the email if it’s still on its way; 422 on `to` if it can’t go anywhere
 */
export const resendEmail = async (context: Context, id: number): Promise<number> => {
  const email = await lockEmail(context, id)
  const present = await presentEmail(context, email)
  if (!canResend(present)) throw problem.stale(present, 'This email is still on its way.')
  const to = await addressAgain(context, email)
  // to the sender of a form, it’s listed among the emails that staff wrote
  const changeId =
    email.student_id === null
      ? await startChange(context, { kind: 'emails_composed', schoolId: email.school_id })
      : null
  const again: NewEmail = {
    kind: present.kind,
    to_address: to,
    to_name: email.to_name,
    subject: email.subject,
    body: email.body,
    html: email.html,
    language: email.language,
    school_id: email.school_id,
    student_id: email.student_id,
    student_period_id: email.student_period_id,
    sender_id: context.caller.id,
    resend_of: id,
    change_id: changeId,
    form_submission_id: email.form_submission_id,
  }
  return queueOne(context, again, 'email_resent', [
    { field: 'subject', before: null, after: email.subject },
    { field: 'to', before: email.to_address, after: to },
  ])
}

type CanceledRow = Pick<EmailRow, 'id' | 'school_id' | 'student_id' | 'student_period_id' | 'subject'>

const canceledEntry = ({ id, subject, ...about }: CanceledRow): Entry => ({
  kind: 'email_canceled',
  subject: { type: 'student_email', id },
  ...about,
  changes: [{ field: 'subject', before: subject, after: null }],
})

/** Cancels queued emails and returns what their history entries need; the caller adds which. */
const cancelQueued = (context: ScopeContext, error: string) =>
  scope
    .update(context, 'emails')
    .set({ state: 'canceled', error })
    .where('emails.state', '=', 'queued')
    .returning([
      'emails.id',
      'emails.school_id',
      'emails.student_id',
      'emails.student_period_id',
      'emails.subject',
    ])

/** The emails of an undone change: those canceled, and those that had been sent. */
interface CanceledEmails {
  readonly canceled: number
  readonly sent: number
}

/** Returns the emails that a change queued, and those that told students of its auto-enrollment, which staff queue later. */
const ofChange = (context: Context, changeId: number) => sql<boolean>`(emails.change_id = ${changeId}
  or (emails.kind = 'auto_enrolled' and emails.created_at >= (
    select act.at from default_enrollments run join jobs on jobs.id = run.job_id join changes act on act.id = jobs.change_id
    where ${scope.within(context, 'run.school_id')} and act.id = ${changeId})))`

/** Cancels the queued emails of a change about the student-periods that its undo reverted, with history. */
export const cancelEmailsOf = async (
  context: Context,
  changeId: number,
  studentPeriodIds: readonly number[],
  undo: ChangeKind,
): Promise<CanceledEmails> => {
  const reverted = sql<number>`any(${[...studentPeriodIds]}::bigint[])`
  const canceled = await cancelQueued(context, 'The change that caused it was undone.')
    .where(ofChange(context, changeId))
    .where('emails.student_period_id', '=', reverted)
    .execute()
  await recordHistory(context, undo, canceled.map(canceledEntry))
  const { sent } = await scope
    .emails(context)
    .select(sql<number>`count(*)::int`.as('sent'))
    .where(ofChange(context, changeId))
    .where('emails.student_period_id', '=', reverted)
    .where('emails.state', 'in', ['sending', 'sent', 'bounced', 'uncertain'])
    .executeTakeFirstOrThrow()
  return { canceled: canceled.length, sent }
}

/** Cancels the queued emails that ask for what is missing in a form, once the student sent it, with history. */
export const cancelRequests = async (
  context: HistoryContext,
  system: ScopeContext,
  formId: number,
  answer: ChangeKind,
): Promise<void> => {
  const canceled = await cancelQueued(system, 'The student had already sent what this email asks for.')
    .where('emails.form_submission_id', '=', formId)
    .where('emails.kind', 'in', requests)
    .execute()
  if (canceled.length > 0) await recordHistory(context, answer, canceled.map(canceledEntry))
}

const requests: readonly EmailKind[] = [
  'waiver_unable_to_process',
  'waiver_unable_to_process_reminder',
  'enrollment_unable_to_process',
]

/** Cancels the emails of a batch that are still queued, with history. Returns how many. @throws Problem 404 */
export const stopBatch = async (context: Context, id: number): Promise<number> => {
  await getBatch(context, id)
  const canceled = await cancelQueued(context, 'Staff stopped these emails.')
    .where('emails.change_id', '=', id)
    .execute()
  if (canceled.length === 0) return 0
  const schools = new Set(canceled.map(({ school_id: schoolId }) => schoolId))
  const [school = null] = schools
  await recordHistory(
    context,
    { kind: 'emails_stopped', cause: 'bulk', schoolId: schools.size === 1 ? school : null },
    canceled.map(canceledEntry),
  )
  return canceled.length
}
