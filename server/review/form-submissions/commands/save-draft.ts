import type { Answer, FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import { answersIn, type SentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { Context } from '#server/platform/context.ts'
import { encryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { decrypt, encrypt } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import { ssnErrors } from '../rules/check-form.ts'
import { savedForm, type SavedForm } from '../rules/masks.ts'
import { extendTokens, issueToken } from './tokens.ts'
import { fileErrors, keepOnlyFiles, lockFiles } from './form-files.ts'
import type { Intake } from './intake.ts'

/** Days that an unfinished form is kept after it was saved last. */
const keptDays = 30

/** Returns when an unfinished form that is saved now ends. */
export const draftEnd = ({ clock }: Pick<Context, 'clock'>): string =>
  new Date(clock.now().getTime() + keptDays * 86_400_000).toISOString()

/** The place of a form’s content, so that it can’t be decrypted for another form. */
const contentPlace = (submissionId: number): string => `form_submission_drafts.content:${submissionId}`

export const savedForms = encryptedColumn(
  'form_submission_drafts',
  'content_cipher',
  ['submission_id'],
  ({ submission_id }) => contentPlace(submission_id),
)

/** An unfinished form that its student opened with a token. */
export interface OpenedDraft {
  readonly id: number
  readonly token: string
}

/**
 * Saves an unfinished form, checked only for the shape of what it has. It isn’t recorded in the history, because no
 * record changes. @throws Problem 422
 */
export const saveDraft = async (
  intake: Intake,
  { progress: _progress, ...form }: SentForm,
  opened: OpenedDraft | null,
): Promise<FormReceipt> => {
  const answers = answersIn(form)
  const files = await lockFiles(intake, form.file_tokens ?? [], opened?.id ?? null)
  const errors = { ...ssnErrors(form, answers), ...fileErrors(files) }
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  const id = await writeRow(intake, form, answers, opened)
  await writeContent(intake, id, form)
  await keepOnlyFiles(intake, id, files)
  const expires = draftEnd(intake.context)
  const unfinished = { confirmation_number: null, progress: 'in_progress' } as const
  if (!opened) return { ...unfinished, ...(await issueToken(intake, id, expires)) }
  await extendTokens(intake.system, id, expires)
  return { ...unfinished, resume_token: opened.token, expires_at: expires }
}

const textIn = (value: Answer | undefined): string | null => (typeof value === 'string' ? value : null)

/** Saves what staff see of an unfinished form. Returns its ID. */
const writeRow = async (
  { context, system, schoolId, periodId }: Intake,
  { form_type, coverage_types }: SentForm,
  answers: Readonly<Record<string, Answer>>,
  opened: OpenedDraft | null,
): Promise<number> => {
  const values = {
    form_type,
    coverage_types: coverage_types ?? [],
    first_name: textIn(answers['first_name']),
    last_name: textIn(answers['last_name']),
    sid: textIn(answers['sid']),
    dob: textIn(answers['dob']),
    submitted_at: actTime(context.clock).toISOString(),
  }
  if (opened) {
    await scope
      .update(system, 'form_submissions')
      .set((row) => ({ ...values, version: row('version', '+', 1) }))
      .where('form_submissions.id', '=', opened.id)
      .execute()
    return opened.id
  }
  const { id } = await context.db
    .insertInto('form_submissions')
    .values({ school_id: schoolId, period_id: periodId, progress: 'in_progress', ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const writeContent = async (
  { context, schoolId }: Intake,
  id: number,
  form: Omit<SentForm, 'progress'>,
): Promise<void> => {
  const written = {
    content_cipher: encrypt(context.services.keys, contentPlace(id), JSON.stringify(form)),
    saved_at: context.clock.now().toISOString(),
  }
  await context.db
    .insertInto('form_submission_drafts')
    .values({ school_id: schoolId, submission_id: id, ...written })
    .onConflict((conflict) => conflict.columns(['submission_id', 'school_id']).doUpdateSet(written))
    .execute()
}

/** Returns the content of an unfinished form, with its SSNs. */
export const readDraft = async (
  system: ScopeContext,
  { keys }: Pick<Context['services'], 'keys'>,
  submissionId: number,
): Promise<SavedForm> => {
  const { content_cipher } = await scope
    .formSubmissionDrafts(system)
    .select('form_submission_drafts.content_cipher')
    .where('form_submission_drafts.submission_id', '=', submissionId)
    .executeTakeFirstOrThrow()
  return savedForm.parse(JSON.parse(decrypt(keys, contentPlace(submissionId), content_cipher).toString()))
}

/** Deletes the content of an unfinished form that’s complete now. */
export const deleteDraft = async ({ system }: Intake, submissionId: number): Promise<void> => {
  await scope
    .delete(system, 'form_submission_drafts')
    .where('form_submission_drafts.submission_id', '=', submissionId)
    .execute()
}
