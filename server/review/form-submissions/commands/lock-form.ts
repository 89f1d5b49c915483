import { loadRows, type MovableRow } from '#server/records/student-periods/index.ts'
import { getForm, type FormRow } from '../queries.ts'
import { latestFields } from './apply-to-student.ts'
import type { Intake, Submitted } from './intake.ts'

/** A complete form and its student’s record, both locked. The record is null if the form isn’t matched. */
interface LockedForm {
  readonly form: FormRow
  readonly row: MovableRow | null
  readonly submitted: Submitted
}

/** Locks a complete form. Records are locked before forms, as by decisions. @throws Problem 404 */
export const lockForm = async ({ system }: Intake, seen: FormRow): Promise<LockedForm> => {
  const [row = null] =
    seen.student_period_id === null
      ? []
      : await loadRows(system, { ids: [seen.student_period_id] }, true, latestFields)
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
