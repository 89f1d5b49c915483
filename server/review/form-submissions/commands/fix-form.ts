import type { Coverage } from '#contract/platform/coverage/choices.ts'
import {
  asComplete,
  type NewFormSubmission,
  type SentForm,
} from '#contract/review/form-submissions/sent-form.ts'
import { suggest } from '#server/review/decisions/index.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, type ChangeKind } from '#server/platform/history/index.ts'
import { problem } from '#server/platform/problem.ts'
import { save, type MovableRow } from '#server/records/student-periods/index.ts'
import { cancelRequests } from '#server/review/emails/index.ts'
import { requestForForm } from '#server/review/verifications/index.ts'
import { listAsked } from '../queries/asked.ts'
import { getLatestSnapshot, type FormRow } from '../queries/forms.ts'
import { aboutOf, latestValues, lockForm, planForm } from './apply-to-student.ts'
import { checkForm } from './check-form.ts'
import { queueConfirmation } from './emails.ts'
import { attachFilesToStudent, keepFiles } from './form-files.ts'
import type { CheckedForm, Intake, Submitted } from './intake.ts'
import { saveSnapshot, hashOf, sameFormSince } from './take-form.ts'

/**
 * Takes a complete form again. If staff asked for something, it’s a fix: a new version of what was signed, and the
 * coverage types that couldn’t be processed are open again. The same form within 10 minutes changes nothing.
 * @throws Problem 409 if nothing was asked for, 422
 */
export const fixForm = async (intake: Intake, seen: FormRow, sent: SentForm): Promise<Submitted> => {
  const { system } = intake
  const { form, row, submitted } = await lockForm(intake, seen)
  const last = await getLatestSnapshot(system, form.id)
  if (
    form.sent_hash?.equals(hashOf(intake, sent)) &&
    last.created_at > sameFormSince(intake.context.clock.now())
  )
    return submitted
  const asked = (await listAsked(system, form)).map(({ coverage_type }) => coverage_type)
  if (!row || asked.length === 0) throw problem.stale(null, 'This form was already submitted.')
  const checked = await checkForm(intake, wholeFix(form, sent), { id: form.id, isFix: true })
  await saveSnapshot(intake, submitted, checked, last.number + 1)
  await keepFiles(intake, form.id, checked.files)
  await writeFix(intake, submitted, { form, row, asked, checked, hash: hashOf(intake, sent) })
  await cancelRequests(intake.context, system, form.id, act)
  const confirmation = `${submitted.form_type}_form_submission_confirmation` as const
  await queueConfirmation(confirmation, { ...intake, act }, submitted, row, checked.content.language)
  await attachFilesToStudent(intake.context, form.id, aboutOf(row), 'student')
  if (submitted.form_type === 'waiver')
    await requestForForm(intake.context, system, { ...aboutOf(row), coverage_types: asked })
  await suggest(system, [form.id])
  return submitted
}

/** Returns a fix as a complete form of the same type and coverage types. @throws Problem 422 */
const wholeFix = (form: FormRow, sent: SentForm): NewFormSubmission => {
  const complete = asComplete(sent)
  if (!complete) throw problem.invalid({ progress: 'Submit the complete form again with your corrections.' })
  if (complete.form_type !== form.form_type) throw problem.invalid({ form_type: 'Send the same form again.' })
  const isSame =
    complete.coverage_types.length === form.coverage_types.length &&
    complete.coverage_types.every((coverage) => form.coverage_types.includes(coverage))
  if (!isSame) throw problem.invalid({ coverage_types: 'Send the form for the same coverage types.' })
  return complete
}

/** What the history says about a fix. */
const act: ChangeKind = { kind: 'form_fixed', cause: 'student' }

interface Fix {
  readonly form: FormRow
  readonly row: MovableRow
  readonly asked: readonly Coverage[]
  readonly checked: CheckedForm
  readonly hash: Buffer
}

/** Opens what was asked for again: in the form, and in the statuses by the transition table. */
const writeFix = async (
  intake: Intake,
  submitted: Submitted,
  { form, row, asked, checked, hash }: Fix,
): Promise<void> => {
  const { context, system } = intake
  const latest = latestValues(intake, submitted, checked.content)
  const moved = planForm(row, { ...submitted, coverage_types: [...asked] }, intake.today, latest)
  const isOpenAgain = (coverage: Coverage): boolean => asked.includes(coverage)
  const decided = form.decided_coverages.filter((coverage) => !isOpenAgain(coverage))
  const flagged = form.flagged_coverages.filter((coverage) => !isOpenAgain(coverage))
  const planChanges = form.plan_change_coverages.filter((coverage) => !isOpenAgain(coverage))
  await scope
    .update(system, 'form_submissions')
    .set((current) => ({
      decided_coverages: decided,
      flagged_coverages: [...flagged, ...moved.flagged],
      plan_change_coverages: [...new Set([...planChanges, ...moved.planChanges])],
      sent_hash: hash,
      version: current('version', '+', 1),
    }))
    .where('form_submissions.id', '=', form.id)
    .execute()
  const entry = {
    kind: 'form_fixed',
    subject: { type: 'form_submission', id: form.id },
    ...aboutOf(row),
    changes: fieldChanges({ ...form }, { decided_coverages: decided }),
  } as const
  await save({ context, system }, { ...act, schoolId: row.school_id }, [moved], { before: [entry] })
}
