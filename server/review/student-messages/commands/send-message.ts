import { numberWith } from '#contract/review/form-submissions/confirmation-number.ts'
import type { NewStudentMessage } from '#contract/review/student-messages/shapes.ts'
import { isFilledInByProgram } from '#contract/setup/site/program-signs.ts'
import { contactForm } from '#contract/setup/period-documents/contact-form.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { getPeriod, scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { queueEmails } from '#server/mail/email-delivery/index.ts'
import { mergeText, prepareAccountEmail, type MergeValues } from '#server/mail/email-templates/index.ts'
import { problem } from '#server/platform/problem.ts'
import { getPublicPeriod, randomPicks } from '#server/review/form-submissions/index.ts'
import { readPublished } from '#server/setup/period-documents/index.ts'

/** The student whose session it is, if there’s one. */
interface Sender {
  readonly student_id: number | null
  readonly student_period_id: number | null
}

/**
 * Saves a message and emails it to the recipients of the published contact form. What a program filled in is left out, with the
 * same reply. Returns its reference number.
 * @throws Problem 404 if the contact form isn’t published or is off; 422 on `topic`
 */
export const sendMessage = async (
  context: AnonymousContext,
  periodId: number,
  sender: Sender,
  sent: NewStudentMessage,
): Promise<string> => {
  const { school_id } = await getPublicPeriod(context.db, periodId)
  const system = scope.asSystem(context.db, school_id)
  const form = (await readPublished(system, periodId, contactForm))?.content
  if (!form?.is_on) throw problem.notFound()
  const topic = topicOf(sent, form.topics)
  const reference = numberWith('M', randomPicks())
  if (isFilledInByProgram(sent)) return reference
  const { name = null, email, message } = sent
  const values = { school_id, period_id: periodId, ...sender, reference, topic, name, email, message }
  const changeId = await saveMessage(context, values)
  const recipients = form.recipients.map((one) => one.email)
  await tellReaders(context, system, { ...values, changeId, recipients })
  return reference
}

/** Returns what a topic is called; null without one. @throws Problem 422 if it isn’t one of the form’s */
const topicOf = (
  { topic }: NewStudentMessage,
  topics: readonly { readonly key: string; readonly label: string }[],
): string | null => {
  if (topic == null) return null
  const found = topics.find(({ key }) => key === topic)
  if (!found) throw problem.selected('topic')
  return found.label
}

interface SavedMessage extends Sender {
  readonly school_id: number
  readonly period_id: number
  readonly reference: string
  readonly topic: string | null
  readonly name: string | null
  readonly email: string
  readonly message: string
}

/** Returns the ID of the change. The history doesn’t repeat what the message says. */
const saveMessage = async (context: AnonymousContext, values: SavedMessage): Promise<number> => {
  const { id } = await context.db
    .insertInto('student_messages')
    .values({ ...values, created_at: context.clock.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { school_id, student_id, student_period_id, reference, topic } = values
  const kind = 'message_received'
  return recordHistory(context, { kind, cause: 'student', schoolId: school_id }, [
    {
      kind,
      subject: { type: 'student_message', id },
      school_id,
      student_id,
      student_period_id,
      changes: [
        { field: 'reference', before: null, after: reference },
        ...(topic === null ? [] : [{ field: 'topic', before: null, after: topic }]),
      ],
    },
  ])
}

interface Telling extends SavedMessage {
  readonly changeId: number
  readonly recipients: readonly string[]
}

/** Queues an email to each recipient, whose answer goes to the student. */
const tellReaders = async (
  context: AnonymousContext,
  system: ScopeContext,
  { changeId, recipients, ...saved }: Telling,
): Promise<void> => {
  const { subject, html, text } = mergeText(
    await prepareAccountEmail(context.db, 'student_message'),
    await valuesOf(context, system, saved),
  )
  await queueEmails(
    context,
    [...new Set(recipients)].map((to) => ({
      kind: 'student_message',
      to_address: to,
      to_name: '',
      reply_to: saved.email,
      subject,
      html,
      body: text,
      change_id: changeId,
    })),
  )
}

const valuesOf = async (
  { services }: AnonymousContext,
  system: ScopeContext,
  { school_id, period_id, reference, topic, name, email, message }: SavedMessage,
): Promise<MergeValues> => {
  const school = await scope
    .schools(system)
    .select('schools.name')
    .where('schools.id', '=', school_id)
    .executeTakeFirstOrThrow()
  const period = await getPeriod(system, period_id)
  return {
    'message.reference': reference,
    ...(topic === null ? {} : { 'message.topic': topic }),
    ...(name === null ? {} : { 'message.name': name }),
    'message.email': email,
    'message.text': message,
    'message.school': school.name,
    'message.period': period.name,
    'message.address': `${services.settings.publicUrl}/schools/${school_id}/period/${period_id}/messages`,
  }
}
