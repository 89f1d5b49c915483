import type { Coverage } from '#contract/platform/coverage/choices.ts'
import type { MatchMethod } from '#contract/review/form-submissions/choices.ts'
import type { SignedForm } from '#contract/review/form-submissions/shapes.ts'
import { scope } from '#server/platform/db/scope.ts'
import type { Values } from '#server/platform/db/update-in-groups.ts'
import { actTime } from '#server/platform/lib/clock.ts'
import {
  lockRow,
  planChange,
  save,
  type MovableRow,
  type Plan,
  type RecordChange,
} from '#server/records/student-periods/index.ts'
import { queueConfirmation } from './emails.ts'
import { submission, type Applying, type Intake, type Submitted } from './intake.ts'
import { heldCoverages, lockOthers, supersedeEarlier } from './supersede.ts'
import { getForm, type FormRow } from '../queries/forms.ts'

/** Fields of a student-period that say what the latest form said. */
const latestFields = [
  'confirmation_number',
  'signature',
  'signature_date',
  'comment',
  'requested_enrollment_on',
] as const

/**
 * Applies a form to its student in the transaction of the submission, or of its match by staff: statuses by the
 * transition table, the latest confirmation number and signature, earlier forms of the type, and the confirmation email.
 * Returns the coverage types that it applied to; the others are for staff.
 */
export const applyToStudent = async (
  intake: Applying,
  submitted: Submitted,
  {
    student,
    method,
  }: { readonly student: { readonly student_period_id: number }; readonly method: MatchMethod },
  { content }: { readonly content: SignedForm },
): Promise<readonly Coverage[]> => {
  const row = await lockRow(intake.system, student.student_period_id, { columns: latestFields })
  if (!row) throw new Error(`The student-period ${student.student_period_id} wasn’t found again.`)
  const others = await lockOthers(intake.system, row.id, submitted.id)
  const isOneOfMany = method !== 'staff' && (await countToday(intake, row.id)) > mostADay
  const held = isOneOfMany ? submitted.coverage_types : heldCoverages(submitted, method, others)
  const free = { ...submitted, coverage_types: submitted.coverage_types.filter((one) => !held.includes(one)) }
  const moved = planForm(row, free, intake.today, latestValues(intake, submitted, content))
  await mark(intake, submitted, { ...moved, flagged: [...moved.flagged, ...held] })
  const replaced = await supersedeEarlier(
    intake,
    free,
    row,
    others,
    (coverage) =>
      moved.plan.moves.find((move) => move.coverage === coverage)?.to ?? row.lines[coverage].status,
  )
  await save(intake, intake.act ?? submission, [moved], { after: replaced })
  const confirmation = `${submitted.form_type}_form_submission_confirmation` as const
  if (!isOneOfMany) await queueConfirmation(confirmation, intake, submitted, row, content.language)
  return free.coverage_types
}

/**
 * The forms of a student within 24 hours that act by themselves. Anyone can send forms for a student whose ID and birth
 * date they know: further ones send no email, start no paid check and change nothing until staff look at them.
 */
const mostADay = 5

/** Counts the forms that arrived for a record within 24 hours, with this one. The record is locked. */
const countToday = async ({ system }: Applying, recordId: number): Promise<number> => {
  const since = new Date(actTime(system.clock).getTime() - 24 * 3_600_000).toISOString()
  const { many } = await scope
    .formSubmissions(system)
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('form_submissions.student_period_id', '=', recordId)
    .where('form_submissions.progress', '=', 'complete')
    .where('form_submissions.submitted_at', '>', since)
    .executeTakeFirstOrThrow()
  return many
}

/** What a form changes in a record. */
interface PlannedForm extends RecordChange {
  readonly plan: Plan
  /** The coverage types for which the table has no row: the form is saved and staff look at it. */
  readonly flagged: readonly Coverage[]
  /** The coverage types in which the student is enrolled: the form asks for a change. */
  readonly planChanges: readonly Coverage[]
}

/**
 * Plans what a form changes in a record: the statuses of some coverage types by the transition table, and the fields of the
 * latest form if there are any.
 */
export const planForm = (
  row: MovableRow,
  { form_type, coverage_types }: Pick<Submitted, 'form_type' | 'coverage_types'>,
  today: string,
  latest: Values,
): PlannedForm => {
  const steps = coverage_types.map((coverage) => ({
    event: `${form_type}_form_submitted` as const,
    coverage,
  }))
  const plan = planChange(row, [...steps, { values: coverage_types.length > 0 ? latest : {} }], today)
  const outcomeOf = (coverage: Coverage) => plan.outcomes[coverage_types.indexOf(coverage)]
  return {
    plan,
    kind: plan.moves.length > 0 ? 'coverage_status_changed' : 'student_period_changed',
    flagged: coverage_types.filter((coverage) => !outcomeOf(coverage)),
    planChanges: coverage_types.filter((coverage) => outcomeOf(coverage)?.note === 'plan_change'),
  }
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

/** Marks the coverage types that staff look at. */
const mark = async (
  { system }: Applying,
  { id }: Submitted,
  { flagged, planChanges }: Pick<PlannedForm, 'flagged' | 'planChanges'>,
): Promise<void> => {
  if (flagged.length + planChanges.length === 0) return
  await scope
    .update(system, 'form_submissions')
    .set({ flagged_coverages: [...flagged], plan_change_coverages: [...planChanges] })
    .where('form_submissions.id', '=', id)
    .execute()
}

/** A complete form and its student’s record, both locked. The record is null if the form isn’t matched. */
interface LockedForm {
  readonly form: FormRow
  readonly row: MovableRow | null
  readonly submitted: Submitted
}

/** Locks a complete form. Records are locked before forms, as by decisions. @throws Problem 404 */
export const lockForm = async ({ system }: Intake, seen: FormRow): Promise<LockedForm> => {
  const row = (await lockRow(system, seen.student_period_id, { columns: latestFields })) ?? null
  const form = await getForm(system, seen.id, true)
  const { id, confirmation_number, form_type, coverage_types } = form
  if (confirmation_number === null) throw new Error(`Form ${id} is complete and has no number.`)
  return { form, row, submitted: { id, confirmation_number, form_type, coverage_types } }
}

/** Returns the student of a record. */
export const aboutOf = ({ school_id, student_id, id }: MovableRow) => ({
  school_id,
  student_id,
  student_period_id: id,
})
