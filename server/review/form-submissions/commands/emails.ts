import type { FormType } from '#contract/review/form-submissions/choices.ts'
import type { EmailLanguage } from '#contract/setup/schools/email-kinds.ts'
import {
  aboutForm,
  coverageWords,
  dayWords,
  mergeText,
  prepareTranslation,
  valuesOfStudents,
} from '#server/mail/email-templates/index.ts'
import { queueEmails } from '#server/mail/email-delivery/index.ts'
import { recordHistory } from '#server/platform/history/index.ts'
import { getEmailSettings } from '#server/setup/schools/index.ts'
import type { MovableRow } from '#server/records/student-periods/index.ts'
import { submission, type Applying, type Submitted } from './intake.ts'

/** The emails that tell students what arrived. */
type ConfirmationKind = `${FormType}_form_submission_confirmation` | 'appeal_received'

/**
 * Queues the email that confirms a form or an appeal to the student’s address on the roster, to be sent at once. Nothing
 * if there’s no address or the school turned this email off.
 */
export const queueConfirmation = async (
  kind: ConfirmationKind,
  { context, system, schoolId, today, act = submission }: Applying,
  { id: formId, confirmation_number, coverage_types }: Omit<Submitted, 'form_type'>,
  row: MovableRow,
  wanted: EmailLanguage,
): Promise<void> => {
  const { kinds_off: off } = await getEmailSettings(system, schoolId)
  if (row.email === null || off.includes(kind)) return
  const { prepared, language } = await prepareTranslation(system, kind, schoolId, wanted)
  const values = await valuesOfStudents({ ...context, ...system }, [row.id], prepared.names, language)
  const { subject, html, text } = mergeText(prepared, {
    ...aboutForm(values.get(row.id)),
    'submission.confirmation_number': confirmation_number,
    'submission.submitted_at': dayWords(today, language),
    'submission.coverages': coverageWords(coverage_types, language),
  })
  const about = { school_id: schoolId, student_id: row.student_id, student_period_id: row.id }
  const [id] = await queueEmails(context, [
    {
      kind,
      to_address: row.email,
      to_name: row.addressee,
      subject,
      html,
      body: text,
      language,
      ...about,
      change_id: context.change?.id ?? null,
      form_submission_id: formId,
    },
  ])
  if (id === undefined) throw new Error('The email wasn’t queued.')
  await recordHistory(context, act, [
    {
      kind: 'email_queued',
      subject: { type: 'student_email', id },
      ...about,
      changes: [{ field: 'subject', before: null, after: subject }],
    },
  ])
}
