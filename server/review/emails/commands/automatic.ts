import type { EmailLanguage, TemplateKindName } from '#contract/setup/schools/email-kinds.ts'
import type { ScopeContext } from '#server/platform/db/scope.ts'
import { queueEmails, sealLinkText } from '#server/mail/email-delivery/index.ts'
import {
  languagesOfStudents,
  mergeText,
  prepareTranslation,
  valuesOfStudents,
  aboutForm,
  type MergeValues,
} from '#server/mail/email-templates/index.ts'
import {
  recordHistory,
  startChange,
  type ChangeKind,
  type HistoryContext,
} from '#server/platform/history/index.ts'
import type { MovableRow } from '#server/records/student-periods/index.ts'

/** An email that an event or a day makes, with what the template says about it. */
interface AutomaticEmail {
  readonly kind: TemplateKindName
  readonly row: Pick<MovableRow, 'id' | 'school_id' | 'student_id' | 'addressee'> & { readonly email: string }
  /** What the event adds, in the language that the text is in. */
  readonly values: (language: EmailLanguage) => MergeValues
  /** The form that it’s about, which the student can open with it. */
  readonly formId?: number
  /** Defaults to that of the student’s latest form. */
  readonly language?: EmailLanguage
  /**
   * When a code in the values ends, as an instant. The text is then only ever stored encrypted, and the subject doesn’t have
   * the values, because staff see it.
   */
  readonly sealedUntil?: string
}

const bySystem = (schoolId: number): ChangeKind => ({ kind: 'email_queued', cause: 'system', schoolId })

/**
 * Queues an email that no one wrote, in the student’s language if the school has the text in it, with history. It’s part of
 * the change that causes it, if there’s one. Returns its ID.
 */
export const queueAutomatic = async (
  context: HistoryContext,
  caller: ScopeContext,
  { kind, row, values, formId, language: asked, sealedUntil }: AutomaticEmail,
  act: ChangeKind = bySystem(row.school_id),
): Promise<number> => {
  const system = { ...caller, clock: context.clock, services: context.services }
  const { id, school_id, student_id, email: to_address, addressee: to_name } = row
  const wanted = asked ?? (await languagesOfStudents(system, [id])).get(id) ?? 'en'
  const { prepared, language } = await prepareTranslation(system, kind, school_id, wanted)
  const record = (await valuesOfStudents(system, [id], prepared.names, language)).get(id)
  const own = formId === undefined ? record : aboutForm(record)
  const { html, text, ...merged } = mergeText(prepared, { ...own, ...values(language) })
  const subject = sealedUntil === undefined ? merged.subject : mergeText(prepared, own ?? {}).subject
  const content =
    sealedUntil === undefined
      ? { html, body: text }
      : {
          body_cipher: sealLinkText(context.services.keys, { kind, to_address }, { html, text }),
          link_expires_at: sealedUntil,
        }
  const about = { school_id, student_id, student_period_id: id }
  const change_id = await startChange(context, act)
  const [emailId] = await queueEmails(context, [
    {
      kind,
      to_address,
      to_name,
      subject,
      ...content,
      language,
      ...about,
      change_id,
      form_submission_id: formId ?? null,
    },
  ])
  if (emailId === undefined) throw new Error('The email wasn’t queued.')
  await recordHistory(context, act, [
    {
      kind: 'email_queued',
      subject: { type: 'student_email', id: emailId },
      ...about,
      changes: [{ field: 'subject', before: null, after: subject }],
    },
  ])
  return emailId
}
