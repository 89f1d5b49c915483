import type { formMerge } from '#contract/review/form-submissions/review-shapes.ts'
import { studentPeriodChange, insuranceDetailsChange } from '#contract/records/student-periods/shapes.ts'
import { studentChange } from '#contract/records/students/shapes.ts'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { problem } from '#server/platform/problem.ts'
import {
  mergeDependents,
  readStudentPeriod,
  updatePlainFields,
} from '#server/records/student-periods/index.ts'
import { updateStudent } from '#server/records/students/index.ts'
import { findStoredForm, listKnownCompanies } from '../queries/review-detail.ts'
import { mergedAnswers } from '../rules/compare-answers.ts'

const ofStudent = z.strictObject(studentChange)
const {
  version: _version,
  dependents: _dependents,
  dependents_effective_on: _effective,
  qualifying_event: _event,
  event_on: _eventOn,
  override_reason: _reason,
  send_email: _email,
  status: _status,
  academic_status: _academic,
  medical_status: _medical,
  dental_status: _dental,
  vision_status: _vision,
  ...plainFields
} = studentPeriodChange.shape
const ofStudentPeriod = z.omit(z.strictObject({ ...plainFields, ...insuranceDetailsChange.shape }), {
  version: true,
})

/** Returns parsed values. @throws Problem 422 on `fields` if one isn’t accepted anymore */
const parsed = <S extends z.ZodMiniType>(schema: S, values: object): z.output<S> => {
  const { success, data } = z.safeParse(schema, values)
  if (!success) throw problem.selected('fields')
  return data
}

/**
 * Saves answers of a form in the record of its student, as the calls of the record do: with their checks, history and
 * undo.
 * @throws Problem 404, 409; 422 if the form isn’t the student’s, an answer can’t be merged or a value isn’t accepted
 */
export const mergeForm = async (
  context: Context,
  id: number,
  { form_submission_id, fields, version }: z.output<typeof formMerge>,
): Promise<void> => {
  const record = await readStudentPeriod(context, id)
  const form = await scope
    .formSubmissions(context)
    .select('form_submissions.student_period_id')
    .where('form_submissions.id', '=', form_submission_id)
    .executeTakeFirst()
  const stored = form?.student_period_id === id ? await findStoredForm(context, form_submission_id) : null
  if (!stored) throw problem.selected('form_submission_id')
  const known = await listKnownCompanies(context, stored.content)
  const named = fields.filter((name) => name !== 'dependents')
  const merged = mergedAnswers(stored.content, named, known)
  if (!merged) throw problem.selected('fields')
  if (record.version !== version) throw problem.stale(record)
  // companies are locked first, then records: see `isCompany`
  if (Object.keys(merged.studentPeriod).length > 0)
    await updatePlainFields(context, id, parsed(ofStudentPeriod, merged.studentPeriod), version)
  if (Object.keys(merged.student).length > 0)
    await updateStudent(context, record.student_id, parsed(ofStudent, merged.student))
  if (named.length < fields.length) await mergeDependents(context, id, form_submission_id)
}
