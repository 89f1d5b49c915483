import type { FormReceipt } from '#contract/review/form-submissions/shapes.ts'
import { asComplete, type SentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { findSent, getPublicPeriod } from '../queries.ts'
import { intakeFor, receiptFor } from './intake.ts'
import { saveDraft } from './save-draft.ts'
import { hashOf, sameFormSince, takeForm } from './take-form.ts'

/**
 * Takes a student’s form: saves an unfinished one, or submits a complete one. The same complete form sent again within
 * 10 minutes is the same submission. Returns what the student is told.
 * @throws Problem 404, 422
 */
export const submitForm = async (
  context: AnonymousContext,
  periodId: number,
  sent: SentForm,
): Promise<FormReceipt> => {
  const intake = intakeFor(context, await getPublicPeriod(context.db, periodId))
  const complete = asComplete(sent)
  if (!complete) return saveDraft(intake, sent, null)
  const hash = hashOf(intake, sent)
  const known = await findSent(intake.system, hash, sameFormSince(intake))
  return receiptFor(intake, known ?? (await takeForm(intake, complete, hash, null)))
}
