import type { NewAppeal } from '#contract/review/form-submissions/sent-form.ts'
import type { AppealReceipt } from '#contract/review/form-submissions/shapes.ts'
import { isTier } from '#contract/platform/coverage/tiers.ts'
import type { AnonymousContext } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { suggest } from '#server/review/decisions/index.ts'
import { fieldChanges, type ChangeKind } from '#server/platform/history/index.ts'
import { addDays } from '#server/platform/lib/days.ts'
import { problem, type Problem } from '#server/platform/problem.ts'
import { save, type MovableRow } from '#server/records/student-periods/index.ts'
import { findAppeal, findAppealable, type Appealable, type NotAppealable } from '../queries/asked.ts'
import { getForm, getFormByToken, getLanguage, type FormRow } from '../queries/forms.ts'
import { attachFilesToStudent, fileErrors, keepFiles, lockFiles } from './form-files.ts'
import { intakeFor, type Intake } from './intake.ts'
import { aboutOf, lockForm, planForm } from './apply-to-student.ts'
import { queueConfirmation } from './emails.ts'
import { sameFormSince } from './take-form.ts'

/** Days in which staff plan to decide an appeal. */
const decisionDays = 14

const act: ChangeKind = { kind: 'appeal_submitted', cause: 'student' }

/**
 * Takes the appeal of a declined waiver: keeps its comment and files, and opens the declined coverage types again. A declined
 * status doesn’t change, because staff approve from it; an enrolled student’s is that of a waiver that waits, as when they
 * sent it. The same appeal within 10 minutes is one.
 * @throws Problem 404, 409, 422
 */
export const appealForm = async (
  context: AnonymousContext,
  token: string,
  sent: NewAppeal,
): Promise<AppealReceipt> => {
  const { id, period } = await getFormByToken(context, token)
  const intake = intakeFor(context, period)
  const seen = await getForm(intake.system, id)
  if (seen.progress === 'in_progress') throw refusalOf('nothing_declined')
  const { form, row, submitted } = await lockForm(intake, seen)
  const known = await findAppeal(intake.system, id)
  if (known?.comment === sent.comment && known.created_at > sameFormSince(intake.context.clock.now()))
    return { due_on: known.due_on }
  const appealable = await findAppealable(intake.system, form, intake.today)
  if (typeof appealable === 'string') throw refusalOf(appealable)
  if (!row) throw refusalOf('nothing_declined')
  const due_on = addDays(intake.today, decisionDays)
  await saveAppeal(intake, { form, row, appealable, comment: sent.comment, due_on })
  await addFiles(intake, id, row, sent.file_tokens ?? [])
  const coverage_types = [...appealable.coverage_types]
  const language = await getLanguage(intake.system, id)
  await queueConfirmation(
    'appeal_received',
    { ...intake, act },
    { ...submitted, coverage_types },
    row,
    language,
  )
  await suggest(intake.system, [id])
  return { due_on }
}

const refusalOf = (reason: NotAppealable): Problem => {
  switch (reason) {
    case 'nothing_declined':
      return problem.stale(null, 'This form has no declined coverage to appeal.')
    case 'appealed':
      return problem.exists('You already appealed this decision.')
    case 'too_late':
      return problem.stale(null, 'The appeal window has closed.')
  }
}

/** Makes the files of an appeal files of its form and documents of its student. @throws Problem 422 */
const addFiles = async (
  intake: Intake,
  submissionId: number,
  row: MovableRow,
  tokens: readonly string[],
): Promise<void> => {
  const files = await lockFiles(intake, tokens, submissionId)
  if (files.missing) throw problem.invalid(fileErrors(files))
  await keepFiles(intake, submissionId, files, true)
  await attachFilesToStudent(intake.context, submissionId, aboutOf(row), 'student')
}

interface Appeal {
  readonly form: FormRow
  readonly row: MovableRow
  readonly appealable: Appealable
  readonly comment: string
  readonly due_on: string
}

/** Saves an appeal and opens what it’s about again. */
const saveAppeal = async (
  { context, system, schoolId, today }: Intake,
  { form, row, appealable: { coverage_types }, comment, due_on }: Appeal,
): Promise<void> => {
  const created_at = context.clock.now().toISOString()
  await context.db
    .insertInto('appeals')
    .values({
      school_id: schoolId,
      submission_id: form.id,
      coverage_types: [...coverage_types],
      comment,
      due_on,
      created_at,
    })
    .execute()
  const decided_coverages = form.decided_coverages.filter((coverage) => !coverage_types.includes(coverage))
  await scope
    .update(system, 'form_submissions')
    .set((current) => ({ decided_coverages, version: current('version', '+', 1) }))
    .where('form_submissions.id', '=', form.id)
    .execute()
  const entry = {
    kind: 'appeal_submitted',
    subject: { type: 'form_submission', id: form.id },
    ...aboutOf(row),
    changes: fieldChanges({ ...form }, { decided_coverages, comment }),
  } as const
  const enrolled = coverage_types.filter((coverage) => isTier(row.lines[coverage].status))
  const moved = planForm(row, { form_type: 'waiver', coverage_types: enrolled }, today, {})
  await save({ context, system }, { ...act, schoolId }, [moved], { before: [entry] })
}
