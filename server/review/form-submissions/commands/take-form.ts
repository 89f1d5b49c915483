import { createHash } from 'node:crypto'
import type { FormType } from '#contract/review/form-submissions/choices.ts'
import { confirmationNumberOf } from '#contract/review/form-submissions/confirmation-number.ts'
import {
  asComplete,
  type NewFormSubmission,
  type SentForm,
} from '#contract/review/form-submissions/sent-form.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { lockStudents } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { recordHistory, type Entry } from '#server/platform/history/index.ts'
import { canonicalText } from '#server/platform/lib/canonical-text.ts'
import { blindIndex, encrypt, formSsnsPlace } from '#server/platform/lib/crypt.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import { suggestFirst } from '#server/review/decisions/index.ts'
import { requestForForm } from '#server/review/verifications/index.ts'
import { applyToStudent } from './apply-to-student.ts'
import { checkForm, senderOf } from './check-form.ts'
import { attachFilesToStudent, keepFiles, keepOnlyFiles } from './form-files.ts'
import type { CheckedForm, Intake, Submitted } from './intake.ts'
import { randomPicks } from './leave-out.ts'
import { deleteDraft } from './save-draft.ts'
import { listCandidates } from '../queries/forms.ts'
import { matchOf, type Match, type Sender } from '../rules/match.ts'

/** Minutes in which the same form sent again is the same submission: a double click, or a retry. */
const sameFormMinutes = 10

/** Returns the keyed hash of everything sent, to find a form that’s sent twice. */
export const hashOf = ({ context, schoolId, periodId }: Intake, sent: SentForm): Buffer =>
  blindIndex(context.services.keys, schoolId, canonicalText({ periodId, sent: asComplete(sent) ?? sent }))

/** Returns the instant since which the same form is the same submission. */
export const sameFormSince = (now: Date): string =>
  new Date(now.getTime() - sameFormMinutes * 60_000).toISOString()

/**
 * Takes a complete form: checks it against the published form, saves it as signed, and if the student is on the roster,
 * changes the coverage statuses by the transition table. `draftId` is the unfinished form that becomes this one.
 * @throws Problem 422
 */
export const takeForm = async (
  intake: Intake,
  sent: NewFormSubmission,
  hash: Buffer,
  draftId: number | null,
): Promise<Submitted> => {
  const { context, system, periodId, schoolId } = intake
  const checked = await checkForm(intake, sent, { id: draftId, isFix: false })
  const sender = senderOf(checked.answers)
  const match = matchOf(sender, await listCandidates(system, periodId, sender))
  // before a row that refers to it is saved: two forms of a student at once would wait for each other
  if (match) await lockStudents(system, [match.student.student_id])
  const submitted = await saveSubmission(intake, { sent, sender, hash, match }, draftId)
  await saveSnapshot(intake, submitted, checked)
  if (draftId === null) await keepFiles(intake, submitted.id, checked.files)
  else {
    await keepOnlyFiles(intake, submitted.id, checked.files)
    await deleteDraft(intake, draftId)
  }
  await recordSubmitted(intake, submitted, match)
  if (match) {
    const student = { ...match.student, school_id: schoolId }
    await attachFilesToStudent(context, submitted.id, student, 'student')
    const applied = await applyToStudent(intake, submitted, match, checked)
    if (sent.form_type === 'waiver' && applied.length > 0)
      await requestForForm(context, system, { ...student, coverage_types: [...applied] })
  }
  await suggestFirst(system, submitted.id, checked.year)
  return submitted
}

interface NewRow {
  readonly sent: NewFormSubmission
  readonly sender: Sender
  readonly hash: Buffer
  readonly match: Match | null
}

const saveSubmission = async (
  { context, system, schoolId, periodId }: Intake,
  { sent, sender, hash, match }: NewRow,
  draftId: number | null,
): Promise<Submitted> => {
  const { form_type, coverage_types } = sent
  const confirmation_number = await newConfirmationNumber({ context }, form_type)
  const values = {
    progress: 'complete',
    form_type,
    coverage_types,
    student_id: match?.student.student_id ?? null,
    student_period_id: match?.student.student_period_id ?? null,
    match_method: match?.method ?? null,
    ...sender,
    confirmation_number,
    qualifying_event: sent.qualifying_event ?? null,
    event_on: sent.event_on ?? null,
    sent_hash: hash,
    submitted_at: actTime(context.clock).toISOString(),
  }
  const { id } = await (
    draftId === null
      ? context.db
          .insertInto('form_submissions')
          .values({ school_id: schoolId, period_id: periodId, ...values })
          .returning('id')
      : scope
          .update(system, 'form_submissions')
          .set((row) => ({ ...values, version: row('version', '+', 1) }))
          .where('form_submissions.id', '=', draftId)
          .returning('form_submissions.id')
  ).executeTakeFirstOrThrow()
  return { id, confirmation_number, form_type, coverage_types }
}

/** Returns a number that no form has. If two calls ever chose the same at once, the second would be refused and sent again. */
const newConfirmationNumber = async (
  { context: { db } }: Pick<Intake, 'context'>,
  formType: FormType,
): Promise<string> => {
  for (;;) {
    const number = confirmationNumberOf(formType, randomPicks())
    // scope: numbers are unique over all schools; no row is shown
    const taken = await db
      .selectFrom('form_submissions')
      .select('id')
      .where('confirmation_number', '=', number)
      .executeTakeFirst()
    if (!taken) return number
  }
}

const recordSubmitted = async (
  { context, schoolId }: Intake,
  { id, confirmation_number, form_type, coverage_types }: Submitted,
  match: Match | null,
): Promise<void> => {
  const entry: Entry = {
    kind: 'form_submitted',
    subject: { type: 'form_submission', id },
    school_id: schoolId,
    student_id: match?.student.student_id ?? null,
    student_period_id: match?.student.student_period_id ?? null,
    changes: [
      { field: 'form_type', before: null, after: form_type },
      { field: 'coverage_types', before: null, after: coverage_types },
      { field: 'confirmation_number', before: null, after: confirmation_number },
    ],
  }
  await recordHistory(context, { kind: 'form_submitted', cause: 'student', schoolId }, [entry])
}

/** Returns the hash of a form as signed, over its text and then the PNG. It can be computed again from what is saved. */
export const contentHash = (content: SignedForm, drawnSignature: Buffer | null = null): Buffer =>
  createHash('sha256')
    .update(canonicalText(content))
    .update(drawnSignature ?? '')
    .digest()

/** Saves the form as signed, with masked SSNs and the encrypted SSNs beside it. It’s never changed. */
export const saveSnapshot = async (
  { context, schoolId }: Intake,
  { id }: Submitted,
  { content, ssns, drawnSignature, formNumber, year }: CheckedForm,
  number = 1,
): Promise<void> => {
  const hasSsns = Object.keys(ssns).length > 0
  await context.db
    .insertInto('form_submission_snapshots')
    .values({
      school_id: schoolId,
      submission_id: id,
      number,
      content: JSON.stringify(content),
      drawn_signature: drawnSignature,
      hash: contentHash(content, drawnSignature),
      ssns_cipher: hasSsns ? encrypt(context.services.keys, formSsnsPlace(id), canonicalText(ssns)) : null,
      form_number: formNumber,
      waiver_rules_number: year.waivers?.number ?? null,
      created_at: context.clock.now().toISOString(),
    })
    .execute()
}
