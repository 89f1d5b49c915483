import type { Insertable } from 'kysely'
import type { EmailKind } from '#contract/mail/emails/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import type { DB } from '#server/platform/db/schema.ts'
import { batches } from '#server/platform/lib/batches.ts'
import { headerText } from '#server/platform/lib/header-text.ts'

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
