import { formKinds } from '#contract/review/form-submissions/choices.ts'
import { asComplete, type SentForm } from '#contract/review/form-submissions/sent-form.ts'
import type { FormReceipt, ResumedForm } from '#contract/review/form-submissions/shapes.ts'
import type { CompanyOfStudents } from '#contract/records/insurance-companies/shapes.ts'
import { otherCompanyOf } from '#contract/setup/period-documents/form-fields.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { newToken } from '#server/platform/lib/crypt.ts'
import { actTime, dayIn } from '#server/platform/lib/clock.ts'
import { siteLanguages } from '#contract/setup/period-documents/waiver-choices.ts'
import type { Device } from '#contract/setup/site-visits/choices.ts'
import { countAfterCommit } from '#server/setup/site-visits/index.ts'
import { readForStudents } from '#server/records/insurance-companies/index.ts'
import { fixForm } from './fix-form.ts'
import { intakeFor, receiptFor, type Intake } from './intake.ts'
import { readSigns, receiptOfNothing } from './leave-out.ts'
import { draftEnd, readDraft, saveDraft, type OpenedDraft } from './save-draft.ts'
import { hashOf, sameFormSince, takeForm } from './take-form.ts'
import { extendTokens } from './tokens.ts'
import { findAppealable, listAsked } from '../queries/asked.ts'
import { listNamedFiles } from '../queries/files.ts'
import { findSent, getForm, getFormByToken, getPublicPeriod } from '../queries/forms.ts'
import { keepSsns, maskSsns, type SavedForm } from '../rules/masks.ts'

/**
 * Takes a student’s form: saves an unfinished one, or submits a complete one. The same complete form sent again within
 * 10 minutes is the same submission. What a program filled in is left out, with the same reply. `device` is what it was sent with, for the counts. Returns what the student is told.
 * @throws Problem 404, 422
 */
export const submitForm = async (
  context: AnonymousContext,
  periodId: number,
  body: SentForm,
  device: Device,
): Promise<FormReceipt> => {
  const intake = intakeFor(context, await getPublicPeriod(context.db, periodId))
  const { form: sent, isByProgram } = readSigns(body)
  const complete = asComplete(sent)
  if (isByProgram) {
    const expires_at = complete ? intake.endsAt : draftEnd(context)
    return receiptOfNothing(sent, { resume_token: newToken(), expires_at })
  }
  if (!complete) {
    countForm(intake, 'saved', sent, device)
    return saveDraft(intake, sent, null)
  }
  const hash = hashOf(intake, sent)
  const known = await findSent(intake.system, hash, sameFormSince(actTime(context.clock)))
  if (!known) countForm(intake, 'sent', sent, device)
  return receiptFor(intake, known ?? (await takeForm(intake, complete, hash, null)))
}

/** Counts a form that is saved for the first time, or accepted. Other languages than those of the site count as English. */
const countForm = (
  { context, schoolId, periodId, today }: Intake,
  what: 'saved' | 'sent',
  { form_type, language }: SentForm,
  device: Device,
): void =>
  countAfterCommit(context, {
    schoolId,
    periodId,
    day: today,
    what,
    name: formKinds[form_type],
    language: siteLanguages.find((one) => one === language) ?? 'en',
    device,
  })

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
  return {
    progress: 'in_progress',
    expires_at,
    form: maskSsns(saved),
    companies: await chosenCompanies(context, saved),
    files,
  }
}

/** Returns the insurance companies that a saved form names, by field. */
const chosenCompanies = async (
  { db }: Pick<AnonymousContext, 'db'>,
  saved: SavedForm,
): Promise<Record<string, CompanyOfStudents>> => {
  const ids = Object.entries(saved).flatMap(([field, id]) =>
    otherCompanyOf(field) !== null && typeof id === 'number' ? [[field, id] as const] : [],
  )
  const known = await readForStudents(
    { db },
    ids.map(([, id]) => id),
  )
  return Object.fromEntries(
    ids.flatMap(([field, id]) => {
      const company = known.get(id)
      return company ? [[field, company] as const] : []
    }),
  )
}

/**
 * Saves an unfinished form again, submits it like a new one, or fixes a complete one.
 * @throws Problem 404, 409 if it was submitted already and nothing was asked for, 422
 */
export const continueForm = async (
  context: AnonymousContext,
  token: string,
  body: SentForm,
  device: Device,
): Promise<FormReceipt> => {
  const { form: sent, isByProgram } = readSigns(body)
  // its token can be that of a form that wasn't saved either
  if (isByProgram) return receiptOfNothing(sent, { resume_token: token, expires_at: draftEnd(context) })
  const { id, period } = await getFormByToken(context, token)
  const intake = intakeFor(context, period)
  const seen = await getForm(intake.system, id)
  // two calls can complete it at once
  const form = seen.progress === 'complete' ? seen : await getForm(intake.system, id, true)
  if (form.progress === 'in_progress') return continueDraft(intake, { id, token }, sent, device)
  const { confirmation_number } = await fixForm(intake, form, sent)
  return { confirmation_number, progress: 'complete', resume_token: token, expires_at: intake.endsAt }
}

const continueDraft = async (
  intake: Intake,
  opened: OpenedDraft,
  sent: SentForm,
  device: Device,
): Promise<FormReceipt> => {
  const { id, token } = opened
  const whole = keepSsns(sent, await readDraft(intake.system, intake.context.services, id))
  const complete = asComplete(whole)
  if (!complete) return saveDraft(intake, whole, opened)
  // with its masks, because the saved SSNs are gone when it's sent again
  const { confirmation_number } = await takeForm(intake, complete, hashOf(intake, sent), id)
  countForm(intake, 'sent', sent, device)
  await extendTokens(intake.system, id, intake.endsAt)
  return { confirmation_number, progress: 'complete', resume_token: token, expires_at: intake.endsAt }
}
