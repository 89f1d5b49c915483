import type { Coverage } from '#contract/platform/coverage/choices.ts'
import { formTypes } from '#contract/review/form-submissions/choices.ts'
import * as z from 'zod/mini'
import type { Context } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { suggest } from '#server/review/decisions/index.ts'
import { recordHistory, type ChangeKind } from '#server/platform/history/index.ts'
import { dayIn } from '#server/platform/lib/clock.ts'
import { problem } from '#server/platform/problem.ts'
import { closeLines, lineOf, lockRow, type MovableRow } from '#server/records/student-periods/index.ts'
import { requestForForm } from '#server/review/verifications/index.ts'
import { findStoredForm, readForm, type StoredForm } from '../queries/review-detail.ts'
import { aboutOf, applyToStudent } from './apply-to-student.ts'
import { attachFilesToStudent } from './form-files.ts'
import type { Submitted } from './intake.ts'
import { lockOthers } from './supersede.ts'

const selectForm = (context: Context, id: number) =>
  scope
    .formSubmissions(context)
    .innerJoin('schools', 'schools.id', 'form_submissions.school_id')
    .select([
      'form_submissions.id',
      'form_submissions.school_id',
      'form_submissions.period_id',
      'form_submissions.form_type',
      'form_submissions.coverage_types',
      'form_submissions.confirmation_number',
      'form_submissions.student_period_id',
      'form_submissions.submitted_at',
      'form_submissions.version',
      'schools.time_zone',
    ])
    .where('form_submissions.id', '=', id)
type FormRow = Awaited<ReturnType<ReturnType<typeof selectForm>['executeTakeFirstOrThrow']>>
/** A form that the student has submitted. */
type MatchableForm = FormRow & { readonly stored: StoredForm; readonly confirmation_number: string }

/** Returns a form that can be matched. @throws Problem 404, 409 */
const getMatchable = async (
  context: Context,
  id: number,
  version: number,
  lock: boolean,
): Promise<MatchableForm> => {
  const query = selectForm(context, id)
  const form = await (lock ? query.forUpdate('form_submissions') : query).executeTakeFirst()
  if (!form) throw problem.notFound()
  if (form.version !== version) throw problem.stale(await readForm(context, id))
  if (form.student_period_id !== null) throw problem.exists('This form is already matched with a student.')
  const stored = await findStoredForm(context, id)
  const { confirmation_number } = form
  if (!stored || confirmation_number === null)
    throw problem.stale(null, 'The student hasn’t submitted this form yet.')
  return { ...form, stored, confirmation_number }
}

/** Locks the student-period that a form is matched with. @throws Problem 422 if it isn’t of the same policy year */
const lockRecord = async (context: Context, id: number, periodId: number): Promise<MovableRow> => {
  const found = await scope
    .studentPeriods(context)
    .select('student_periods.period_id')
    .where('student_periods.id', '=', id)
    .executeTakeFirst()
  if (found?.period_id !== periodId) throw problem.selected('student_period_id')
  const row = await lockRow(context, id)
  if (!row) throw problem.selected('student_period_id')
  return row
}

/**
 * Matches a form with the student who sent it, and applies it as if it had been matched on arrival. What the student has
 * sent for the same coverage since stays in effect and replaces it. While nothing depends on it, the match can be undone.
 * @throws Problem 404, 409, 422
 */
export const matchForm = async (
  context: Context,
  id: number,
  { student_period_id, version }: { readonly student_period_id: number; readonly version: number },
): Promise<void> => {
  const { period_id } = await getMatchable(context, id, version, false)
  // records are locked before forms, as the intake does
  const record = await lockRecord(context, student_period_id, period_id)
  const form = await getMatchable(context, id, version, true)
  const act: ChangeKind = { kind: 'form_matched', schoolId: form.school_id, undoable: true }
  await saveMatch(context, form, record, act)
  await attachFilesToStudent(context, id, aboutOf(record), 'person')
  const later = await listLater(context, form, record)
  const replaced = form.coverage_types.filter((one) => later.some((other) => covers(other, one)))
  const last = later.at(-1)
  if (last && replaced.length === form.coverage_types.length) await supersede(context, form, last, act)
  else await apply(context, form, record, act, replaced)
  await suggest(context, [id])
}

const saveMatch = async (
  context: Context,
  { id, confirmation_number }: FormRow,
  record: MovableRow,
  act: ChangeKind,
): Promise<void> => {
  await scope
    .update(context, 'form_submissions')
    .set((current) => ({
      student_id: record.student_id,
      student_period_id: record.id,
      match_method: 'staff',
      version: current('version', '+', 1),
    }))
    .where('form_submissions.id', '=', id)
    .execute()
  await recordHistory(context, act, [
    {
      kind: 'form_matched',
      subject: { type: 'form_submission', id },
      ...aboutOf(record),
      changes: [{ field: 'confirmation_number', before: null, after: confirmation_number }],
    },
  ])
}

/** Locks the forms in effect that the student sent later, the latest last. */
const listLater = async (context: Context, { id, submitted_at }: FormRow, record: MovableRow) =>
  (await lockOthers(context, record.id, id))
    .filter((other) => other.submitted_at > submitted_at)
    .toSorted((one, other) => one.submitted_at.localeCompare(other.submitted_at))

const covers = (
  { coverage_types: all }: { readonly coverage_types: readonly string[] },
  one: string,
): boolean => all.includes(one)

const supersede = async (
  context: Context,
  { id, confirmation_number, school_id }: FormRow,
  later: { readonly id: number; readonly confirmation_number: string | null },
  act: ChangeKind,
): Promise<void> => {
  const { student_id, student_period_id } = await scope
    .update(context, 'form_submissions')
    .set({ superseded_by_id: later.id })
    .where('form_submissions.id', '=', id)
    .returning(['form_submissions.student_id', 'form_submissions.student_period_id'])
    .executeTakeFirstOrThrow()
  await recordHistory(context, act, [
    {
      kind: 'form_superseded',
      subject: { type: 'form_submission', id },
      school_id,
      student_id,
      student_period_id,
      changes: [
        { field: 'confirmation_number', before: confirmation_number, after: later.confirmation_number },
      ],
    },
  ])
}

const formType = z.enum(formTypes)

const apply = async (
  context: Context,
  form: MatchableForm,
  record: MovableRow,
  act: ChangeKind,
  replaced: readonly string[],
): Promise<void> => {
  // the column's CHECK allows exactly the contract's coverage types
  const all = form.coverage_types as Coverage[]
  const submitted: Submitted = {
    id: form.id,
    confirmation_number: form.confirmation_number,
    form_type: formType.parse(form.form_type),
    coverage_types: all.filter((one) => !replaced.includes(one)),
  }
  const submittedAt = new Date(form.submitted_at)
  const applying = {
    context,
    system: { ...scope.asSystem(context.db, form.school_id), clock: context.clock },
    schoolId: form.school_id,
    today: dayIn({ now: () => submittedAt }, form.time_zone),
    act,
  }
  await applyToStudent(
    applying,
    submitted,
    { student: { student_period_id: record.id }, method: 'staff' },
    form.stored,
  )
  const lines = all
    .filter((one) => replaced.includes(one))
    .map((coverage) => {
      const { status } = lineOf(record, coverage)
      return { coverage, from: status, to: status }
    })
  const closed = await closeLines({ context, system: context }, act, {
    form: { id: form.id, coverage_types: all, decided_coverages: [] },
    owner: record,
    lines,
    note: 'Replaced by a later form.',
  })
  if (closed.length > 0) await recordHistory(context, act, closed)
  if (submitted.form_type === 'waiver')
    await requestForForm(context, applying.system, { ...aboutOf(record), ...submitted })
}
