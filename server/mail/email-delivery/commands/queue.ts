import type { Insertable } from 'kysely'
import type { FieldChange, HistoryKind } from '#contract/platform/history/shapes.ts'
import type { EmailKind } from '#contract/setup/schools/email-kinds.ts'
import type { Context } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { recordHistory, type Entry } from '#server/platform/history/index.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { headerText } from '#server/platform/lib/header-text.ts'
import type { textNow } from '#server/platform/lib/plain-text.ts'
import { runInThread } from '#server/platform/lib/thread/run-in-thread.ts'

type Columns = Insertable<DB['emails']>

/**
 * An email to queue. `html` is clean rich text in which the values are escaped, for the layout; `body` is its plain
 * text (`textOfHtml`). Emails with a one-time link have neither.
 */
export interface NewEmail extends Pick<
  Columns,
  | 'to_address'
  | 'to_name'
  | 'subject'
  | 'body'
  | 'html'
  | 'language'
  | 'body_cipher'
  | 'link_of'
  | 'link_expires_at'
  | 'school_id'
  | 'student_id'
  | 'student_period_id'
  | 'change_id'
  | 'sender_id'
  | 'resend_of'
  | 'reply_to'
  | 'form_submission_id'
> {
  readonly kind: EmailKind
}

/** What stands in the header is stored, shown and sent as the same line. */
const headerOf = ({ to_name, subject }: NewEmail) => ({
  to_name: headerText(to_name),
  subject: headerText(subject),
})

/** Emails per statement. */
const batchSize = 1000

/**
 * Queues emails in the transaction of their cause, so that both are committed or neither.
 * @param delayMinutes the time they wait before they’re sent
 */
export const queueEmails = async (
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  emails: readonly NewEmail[],
  delayMinutes = 0,
): Promise<number[]> => {
  const now = clock.now()
  const times = {
    created_at: now.toISOString(),
    send_at: new Date(now.getTime() + delayMinutes * 60_000).toISOString(),
  }
  const ids: number[] = []
  for (const batch of batches(emails, batchSize)) {
    const rows = await db
      .insertInto('emails')
      .values(batch.map((email) => ({ ...email, ...headerOf(email), ...times })))
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

/** Returns the history entries of emails to students that a change queues; none of an email to someone else. */
export const queuedEntries = (
  emails: readonly Pick<NewEmail, 'school_id' | 'student_id' | 'student_period_id' | 'subject'>[],
  ids: readonly number[],
): Entry[] =>
  emails.flatMap(({ school_id = null, student_id = null, student_period_id = null, subject }, index) => {
    const id = ids[index]
    return id === undefined || student_id === null
      ? []
      : {
          kind: 'email_queued',
          subject: { type: 'student_email', id },
          school_id,
          student_id,
          student_period_id,
          changes: [{ field: 'subject', before: null, after: subject }],
        }
  })

type EmailHistory = Extract<HistoryKind, 'email_queued' | 'email_resent' | 'email_canceled'>

/** Records that an email was queued, sent again or canceled. */
export const recordEmail = (
  context: Context,
  email: Pick<NewEmail, 'school_id' | 'student_id' | 'student_period_id'>,
  id: number,
  kind: EmailHistory,
  changes: FieldChange[],
): Promise<number> => {
  const schoolId = email.school_id ?? null
  return recordHistory(context, { kind, schoolId }, [
    {
      kind,
      subject: { type: 'student_email', id },
      school_id: schoolId,
      student_id: email.student_id ?? null,
      student_period_id: email.student_period_id ?? null,
      changes,
    },
  ])
}

/** Queues an email that a user asked for, to be sent at once, with history. Returns its ID. */
export const queueOne = async (
  context: Context,
  email: NewEmail,
  kind: EmailHistory,
  changes: FieldChange[],
): Promise<number> => {
  const [id] = await queueEmails(context, [email])
  if (id === undefined) throw new Error('The email wasn’t queued.')
  await recordEmail(context, email, id, kind, changes)
  return id
}

/** The length up to which a text is converted in about 15 ms. Longer ones use the worker thread. */
const smallLength = 20_000

const converter = { module: new URL('../../../platform/lib/plain-text.ts', import.meta.url), name: 'textNow' }

/** Returns clean rich text as the plain-text part of an email. Doesn’t block the event loop. @throws Problem 503 */
export const textOfHtml = async (html: string): Promise<string> => {
  if (html.length > smallLength)
    return runInThread<typeof textNow>(
      converter,
      [html],
      new Error('An email’s text took too long to convert.'),
    )
  const loaded = await import('#server/platform/lib/plain-text.ts')
  return loaded.textNow(html)
}
