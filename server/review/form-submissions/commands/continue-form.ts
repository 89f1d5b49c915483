import { asComplete, type SentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { FormReceipt, ResumedForm } from '#contract/review/form-submissions/shapes.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { findAppealable, listAsked } from '../asked.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { listNamedFiles } from '../files.ts'
import { getForm, getFormByToken } from '../queries.ts'
import { keepSsns, maskSsns } from '../rules/masks.ts'
import { extendTokens } from '../tokens.ts'
import { fixForm } from './fix-form.ts'
import { intakeFor, type Intake } from './intake.ts'
import { readDraft, saveDraft, type OpenedDraft } from './save-draft.ts'
import { hashOf, takeForm } from './take-form.ts'

/** Returns what a student’s token opens. @throws Problem 404 */
export const readByToken = async (context: AnonymousContext, token: string): Promise<ResumedForm> => {
  const { id, period, expires_at } = await getFormByToken(context, token)
  const system = scope.asSystem(context.db, period.school_id)
  const form = await getForm(system, id)
  const { progress, form_type, coverage_types, confirmation_number } = form
  if (progress === 'complete' && confirmation_number !== null) {
    const appealable = await findAppealable(system, form, dayIn(context.clock, period.time_zone))
    return {
      progress,
      expires_at,
      confirmation_number,
      form_type,
      coverage_types,
      asked: await listAsked(system, form),
      appeal_until: typeof appealable === 'string' ? null : appealable.until,
    }
  }
  const saved = await readDraft(system, context.services, id)
  const files = await listNamedFiles(system, context.services, id, saved.file_tokens ?? [])
  return { progress: 'in_progress', expires_at, form: maskSsns(saved), files }
}

/**
 * Saves an unfinished form again, submits it like a new one, or fixes a complete one.
 * @throws Problem 404, 409 if it was submitted already and nothing was asked for, 422
 */
export const continueForm = async (
  context: AnonymousContext,
  token: string,
  sent: SentForm,
): Promise<FormReceipt> => {
  const { id, period } = await getFormByToken(context, token)
  const intake = intakeFor(context, period)
  const seen = await getForm(intake.system, id)
  // two calls can complete it at once
  const form = seen.progress === 'complete' ? seen : await getForm(intake.system, id, true)
  if (form.progress === 'in_progress') return continueDraft(intake, { id, token }, sent)
  const { confirmation_number } = await fixForm(intake, form, sent)
  return { confirmation_number, progress: 'complete', resume_token: token, expires_at: intake.endsAt }
}

const continueDraft = async (intake: Intake, opened: OpenedDraft, sent: SentForm): Promise<FormReceipt> => {
  const { id, token } = opened
  const whole = keepSsns(sent, await readDraft(intake.system, intake.context.services, id))
  const complete = asComplete(whole)
  if (!complete) return saveDraft(intake, whole, opened)
  // with its masks, because the saved SSNs are gone when it's sent again
  const { confirmation_number } = await takeForm(intake, complete, hashOf(intake, sent), id)
  await extendTokens(intake.system, id, intake.endsAt)
  return { confirmation_number, progress: 'complete', resume_token: token, expires_at: intake.endsAt }
}
