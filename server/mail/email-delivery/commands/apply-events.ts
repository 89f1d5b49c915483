import { sql } from 'kysely'
import type { EmailEvent, EventsResult } from '#contract/mail/email-delivery/shapes.ts'
import { shortWords } from '../rules/outcomes.ts'
import { recordHistory, type HistoryContext } from '#server/platform/history/index.ts'
import { suppress } from './suppress.ts'

/** Whether a report is new. Two calls with the same one wait for each other. */
const isNew = async ({ db, clock }: HistoryContext, { id }: EmailEvent): Promise<boolean> => {
  const added = await db
    .insertInto('email_events')
    .values({ id, received_at: clock.now().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return added.numInsertedOrUpdatedRows === 1n
}

interface Reported {
  readonly id: number
  readonly state: string
  readonly to_address: string
  readonly school_id: number | null
  readonly student_id: number | null
  readonly student_period_id: number | null
}

/** Returns the email of a report that the mail server took, locked; undefined if there’s none. */
const findReported = (
  { db }: HistoryContext,
  { message_id: id }: EmailEvent,
): Promise<Reported | undefined> =>
  // scope: the provider reports about emails of every school by their Message-ID
  db
    .selectFrom('emails')
    .select(['id', 'state', 'to_address', 'school_id', 'student_id', 'student_period_id'])
    .where('message_id', '=', `<${id.replaceAll(/[<>\s]/g, '')}>`)
    .where('state', 'in', ['sending', 'sent', 'uncertain', 'bounced'])
    .forUpdate()
    .executeTakeFirst()

const usualWords = {
  bounced: 'The mail server returned this email.',
  complained: 'The recipient reported this email as spam.',
} as const

/** Saves what a report says about its email. One that was reported as spam has arrived. */
const applyEvent = async (context: HistoryContext, event: EmailEvent, email: Reported): Promise<void> => {
  const state = event.type === 'bounced' || email.state === 'bounced' ? 'bounced' : 'sent'
  const words = shortWords(event.reason ?? '') || usualWords[event.type]
  const error = event.type === 'complained' ? usualWords.complained : words
  const now = context.clock.now().toISOString()
  // scope: found by its Message-ID
  await context.db
    .updateTable('emails')
    .set({
      state,
      error,
      claimed_at: null,
      body_cipher: null,
      sent_at: sql<string>`coalesce(sent_at, ${now}::timestamptz)`,
      via: sql<string>`coalesce(via, 'smtp')`,
    })
    .where('id', '=', email.id)
    .execute()
  const kind = event.type === 'bounced' ? 'email_bounced' : 'email_complained'
  await recordHistory(context, { kind, cause: 'system', schoolId: email.school_id }, [
    {
      kind,
      subject: { type: 'student_email', id: email.id },
      school_id: email.school_id,
      student_id: email.student_id,
      student_period_id: email.student_period_id,
      reason: words,
      changes: state === email.state ? [] : [{ field: 'state', before: email.state, after: state }],
    },
  ])
  if (event.type === 'complained' || event.is_permanent)
    await suppress(context, { address: email.to_address, source: event.type, reason: words })
}

/** Applies reports of the mail server’s provider, each once. Those about emails of other senders change nothing. */
export const applyEvents = async (
  context: HistoryContext,
  events: readonly EmailEvent[],
): Promise<EventsResult> => {
  const result = { applied: 0, repeated: 0, unknown: 0 }
  for (const event of events) {
    if (!(await isNew(context, event))) result.repeated += 1
    else {
      const email = await findReported(context, event)
      if (email) await applyEvent(context, event, email)
      result[email ? 'applied' : 'unknown'] += 1
    }
  }
  return result
}
