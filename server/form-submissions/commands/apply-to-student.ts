import type { Coverage } from '#contract/coverage/choices.ts'
import type { SignedForm } from '#contract/form-submissions/shapes.ts'
import { statusFieldOf } from '#contract/student-periods/fields.ts'
import { runEvent } from '../../coverage/index.ts'
import { scope } from '../../db/scope.ts'
import { fieldChanges, recordHistory, type Entry } from '../../history/index.ts'
import {
  lineOf,
  loadRows,
  moveContextOf,
  writeStudentPeriods,
  type MovableRow,
  type Values,
} from '../../student-periods/index.ts'
import { queueConfirmation } from './queue-confirmation.ts'
import { submission, type Applying, type Submitted } from './intake.ts'

/** Fields of a student-period that say what the latest form said. */
export const latestFields = [
  'confirmation_number',
  'signature',
  'signature_date',
  'comment',
  'requested_enrollment_on',
] as const

/**
 * Applies a form to its student in the transaction of the submission, or of its match by staff: statuses by the
 * transition table, the latest confirmation number and signature, earlier forms of the type, and the confirmation email.
 */
export const applyToStudent = async (
  intake: Applying,
  submitted: Submitted,
  { student }: { readonly student: { readonly student_period_id: number } },
  { content }: { readonly content: SignedForm },
): Promise<void> => {
  const [row] = await loadRows(intake.system, { ids: [student.student_period_id] }, true, latestFields)
  if (!row) throw new Error(`The student-period ${student.student_period_id} wasn’t found again.`)
  const moved = statusesAfter(row, submitted, intake.today)
  const set = { ...moved.set, ...latestValues(intake, submitted, content) }
  const changes = fieldChanges(row.values, set)
  await writeStudentPeriods(intake.system, [{ id: row.id, set }])
  await flag(intake, submitted, moved.flagged)
  const replaced = await supersedeEarlier(intake, submitted, row)
  const about = { school_id: row.school_id, student_id: row.student_id, student_period_id: row.id }
  const entries: Entry[] = [
    {
      kind: moved.hasMoved ? 'coverage_status_changed' : 'student_period_changed',
      subject: { type: 'student_period', id: row.id },
      ...about,
      changes,
    },
    ...replaced.map(({ id, confirmation_number }): Entry => ({
      kind: 'form_superseded',
      subject: { type: 'form_submission', id },
      ...about,
      changes: [
        { field: 'confirmation_number', before: confirmation_number, after: submitted.confirmation_number },
      ],
    })),
  ]
  await recordHistory(intake.context, intake.act ?? submission, entries)
  const confirmation = `${submitted.form_type}_form_submission_confirmation` as const
  await queueConfirmation(confirmation, intake, submitted, row, content.language)
}

interface Moved {
  readonly set: Values
  readonly hasMoved: boolean
  /** The coverage types for which the table has no row: the form is saved and staff look at it. */
  readonly flagged: readonly Coverage[]
}

/** Returns what a form changes in a record: the statuses of its coverage types, by the transition table. */
export const statusesAfter = (
  row: MovableRow,
  { form_type, coverage_types }: Pick<Submitted, 'form_type' | 'coverage_types'>,
  today: string,
): Moved => {
  const set: Record<string, string | null> = {}
  const flagged: Coverage[] = []
  let hasMoved = false
  for (const coverage of coverage_types) {
    const line = lineOf(row, coverage)
    const outcome = runEvent(`${form_type}_form_submitted`, line, moveContextOf(row, coverage, today))
    if (!outcome) flagged.push(coverage)
    else if (outcome.to !== line.status) {
      Object.assign(set, outcome.effects, { [statusFieldOf(coverage)]: outcome.to })
      hasMoved = true
    }
  }
  return { set, hasMoved, flagged }
}

/** Returns the fields of the latest form. Optional ones keep their value if the form doesn’t have them. */
export const latestValues = (
  { today }: Pick<Applying, 'today'>,
  { confirmation_number }: Pick<Submitted, 'confirmation_number'>,
  { signature, answers }: SignedForm,
): Values => {
  const optional = answers.filter(({ name }) => name === 'comment' || name === 'requested_enrollment_on')
  return {
    confirmation_number,
    signature,
    signature_date: today,
    ...Object.fromEntries(optional.map(({ name, value }) => [name, value])),
  }
}

const flag = async ({ system }: Applying, { id }: Submitted, flagged: readonly Coverage[]): Promise<void> => {
  if (flagged.length === 0) return
  await scope
    .update(system, 'form_submissions')
    .set({ flagged_coverages: [...flagged] })
    .where('form_submissions.id', '=', id)
    .execute()
}

/** Marks the student’s earlier forms of the same type as replaced. Returns them. */
const supersedeEarlier = (
  { system }: Applying,
  { id, form_type }: Submitted,
  row: MovableRow,
): Promise<{ id: number; confirmation_number: string | null }[]> =>
  scope
    .update(system, 'form_submissions')
    .set((current) => ({ superseded_by_id: id, version: current('version', '+', 1) }))
    .where('form_submissions.student_period_id', '=', row.id)
    .where('form_submissions.form_type', '=', form_type)
    .where('form_submissions.superseded_by_id', 'is', null)
    .where('form_submissions.id', '<>', id)
    .returning(['form_submissions.id', 'form_submissions.confirmation_number'])
    .execute()
