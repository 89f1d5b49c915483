import {
  senderMergeFields,
  type EmailToSender,
  type WrittenToSender,
} from '#contract/review/form-submissions/sender-email.ts'
import { queueOne, renderEmail, suppressedAmong } from '#server/mail/email-delivery/index.ts'
import { mergeText, valuesOfPeriod, type MergedText } from '#server/mail/email-templates/index.ts'
import type { Context } from '#server/platform/context.ts'
import { startChange } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { prepareOwn } from '#server/review/emails/index.ts'
import { readForm } from '../queries/review-detail.ts'

const known = new Set(senderMergeFields.map(({ name }) => name))

/** Writes the text for a form that has no student. @throws Problem 422 on `subject` or `body` */
const write = async (
  context: Context,
  { subject, body }: EmailToSender,
  periodId: number,
): Promise<MergedText> => {
  const prepared = await prepareOwn(subject, body)
  if ([...prepared.names].some((name) => !known.has(name)))
    throw problem.invalid({
      body: 'The form belongs to no student. Use only fields of the school and the policy year.',
    })
  return mergeText(prepared, await valuesOfPeriod(context, periodId, 'en'))
}

/** Refuses an address that the form doesn’t give, or that gets no emails. @throws Problem 422 on `to` */
const assertAddress = async (
  { db }: Pick<Context, 'db'>,
  to: string,
  given: readonly string[],
): Promise<void> => {
  if (!given.includes(to.toLowerCase()))
    throw problem.invalid({ to: 'Choose an email address that’s on the form.' })
  if ((await suppressedAmong(db, [to])).size > 0)
    throw problem.invalid({ to: 'This address is blocked. Unblock it under Delivery first.' })
}

/**
 * Queues an email to the sender of a form that belongs to no student, with history; or with `dry_run`, only shows it.
 * @throws Problem 404; 409 with the form if it was matched since; 422 by field
 */
export const writeToSender = async (
  context: Context,
  id: number,
  ask: EmailToSender,
): Promise<WrittenToSender> => {
  const form = await readForm(context, id)
  if (!form.sender)
    throw problem.stale(form, 'Someone matched this form with a student. Write to the student.')
  await assertAddress(context, ask.to, form.sender.emails)
  const { subject, html, text } = await write(context, ask, form.period_id)
  if (ask.dry_run !== true)
    await queueOne(
      context,
      {
        kind: 'message',
        to_address: ask.to,
        to_name: `${form.sender.first_name ?? ''} ${form.sender.last_name ?? ''}`.trim(),
        subject,
        html,
        body: text,
        language: 'en',
        school_id: form.school_id,
        sender_id: context.caller.id,
        // it’s listed among the emails that staff wrote
        change_id: await startChange(context, { kind: 'emails_composed', schoolId: form.school_id }),
        form_submission_id: id,
      },
      'email_queued',
      [
        { field: 'subject', before: null, after: subject },
        { field: 'to', before: null, after: ask.to },
      ],
    )
  const document = await renderEmail(context.services, form.school_id, { subject, html, language: 'en' })
  return { to: ask.to, subject, html: document }
}
