import { listedName } from '#contract/platform/person-name.ts'
import { ssnMask } from '#contract/platform/fields.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { importableEnrollmentFields } from '#contract/review/imports/choices.ts'
import type { AcademicStatus } from '#contract/records/student-periods/choices.ts'
import {
  eventForAcademicStatus,
  leaveDates,
  leaveDay,
  movesByAcademicStatus,
  newLines,
  type PeriodOfLines,
} from '#server/setup/coverage/index.ts'
import { crossErrors } from './cross-errors.ts'
import { differing, type Plan } from './plan.ts'
import { settlePlaces, type MappedColumn, type ReadRow, type Values } from './read-row.ts'
import { textOf, type Value } from './reading.ts'
import type { StoredEnrollment, StoredStudent } from './stored.ts'

export interface PlanContext {
  readonly columns: readonly MappedColumn[]
  readonly today: string
  readonly period: PeriodOfLines
  readonly onExisting: 'update' | 'skip'
}

const enrollmentFields: ReadonlySet<string> = new Set(importableEnrollmentFields)

/**
 * Returns the planned result of a row: rejected with its errors, added to the period, changed or unchanged. A
 * blank cell doesn’t change the saved value, and neither does an SSN with the same last 4 digits: whoever imports sees
 * only those, so nothing that they see can depend on the others.
 */
export const planRow = (
  row: ReadRow,
  stored: StoredStudent | null,
  ssnIndex: string | null,
  context: PlanContext,
): Plan => {
  const read = settlePlaces(row, context.columns, stored?.values)
  const leave = leaveOf(read.values, stored?.enrollment ?? null, context.today)
  const beside = { stored, leave: leave.dates }
  const errors = [...read.errors, ...crossErrors(read, beside, context.columns)]
  const plan = { ...studentFactsOf(read.values, stored, ssnIndex), row_number: row.row, errors }
  return errors.length > 0
    ? { ...plan, ...nothing, outcome: 'refused' }
    : { ...plan, ...changesOf(read.values, stored, leave, context) }
}

type Changes = Pick<Plan, 'outcome' | 'student_changes' | 'student_period_changes' | 'ssn' | 'ssn_last_four'>

/** Returns what a row without errors saves. */
const changesOf = (
  values: Values,
  stored: StoredStudent | null,
  leave: Leave,
  context: PlanContext,
): Changes => {
  if (stored && context.onExisting === 'skip')
    return stored.enrollment
      ? { ...nothing, outcome: 'unchanged' }
      : { ...nothing, ...addToPeriod(values, leave, context) }
  const student = planStudent(values, stored)
  if (!stored?.enrollment) return { ...student, ...addToPeriod(values, leave, context) }
  const student_period_changes = enrollmentChanges(values, stored.enrollment, leave, context)
  const isChanged = student.student_changes.length > 0 || student_period_changes.length > 0
  return { ...student, student_period_changes, outcome: isChanged ? 'changed' : 'unchanged' }
}

/** The part of a plan that saves nothing. */
export const nothing = {
  ssn: null,
  ssn_last_four: null,
  student_changes: [],
  student_period_changes: [],
} as const

const studentFactsOf = (values: Values, stored: StoredStudent | null, ssnIndex: string | null) => {
  const enrollment = stored?.enrollment
  return {
    sid: textOf(values.sid),
    name: listedName({ last_name: textOf(values.last_name), first_name: textOf(values.first_name) }),
    student_id: stored?.id ?? null,
    student_version: stored?.version ?? null,
    student_period_id: enrollment?.id ?? null,
    student_period_version: enrollment?.version ?? null,
    from_student_period_id: null,
    ssn_index: ssnIndex,
    finding: null,
    other_outcome: null,
  }
}

type Written = Record<string, Value | null>

const part = (values: Values, isEnrollment: boolean): Written => {
  const chosen: Written = {}
  for (const [field, value] of Object.entries(values))
    if (field !== 'ssn' && enrollmentFields.has(field) === isEnrollment) chosen[field] = value
  return chosen
}

const studentChanges = (values: Values, stored: StoredStudent | null): FieldChange[] => {
  const all = part(values, false)
  if (!stored) return differing({}, all)
  // an ID that's spelled differently is the same: the saved spelling stays
  const { sid: _sid, ...others } = all
  return differing(stored.values, others)
}

const planStudent = (
  values: Values,
  stored: StoredStudent | null,
): Pick<Plan, 'student_changes' | 'ssn' | 'ssn_last_four'> => {
  const student_changes = studentChanges(values, stored)
  const ssn = textOf(values.ssn)
  const ssn_last_four = ssn?.slice(-4)
  if (ssn === null || ssn_last_four === undefined || ssn_last_four === stored?.ssn_last_four)
    return { student_changes, ssn: null, ssn_last_four: null }
  const before = stored?.ssn_last_four == null ? null : ssnMask(stored.ssn_last_four)
  student_changes.push({ field: 'ssn', before, after: ssnMask(ssn_last_four) })
  return { student_changes, ssn, ssn_last_four }
}

// the field's reader allows only academic statuses
const academicStatusOf = (value: Value | null | undefined): AcademicStatus | null =>
  textOf(value) as AcademicStatus | null

/** The leave that a row’s academic status starts or ends. */
interface Leave {
  /** The date it counts from, if the row has one. */
  readonly effective_on: string | null
  readonly dates: Readonly<Record<string, string | null>>
}

const leaveOf = (values: Values, stored: StoredEnrollment | null, today: string): Leave => {
  const before = academicStatusOf(stored?.values['academic_status'])
  const event = eventForAcademicStatus(before, academicStatusOf(values.academic_status) ?? before)
  const sent = { loa_start_on: textOf(values.loa_start_on), loa_end_on: textOf(values.loa_end_on) }
  const begun = sent.loa_start_on ?? textOf(stored?.values['loa_start_on'])
  const effective_on = leaveDay(event, sent)
  return { effective_on, dates: leaveDates(event, effective_on ?? today, { loa_start_on: begun }) }
}

const addToPeriod = (
  values: Values,
  leave: Leave,
  context: PlanContext,
): Pick<Plan, 'outcome' | 'student_period_changes'> => {
  const who = { ...values, academic_status: academicStatusOf(values.academic_status) }
  const lines = newLines(who, { ...context, ...leave })
  const written = { ...leave.dates, ...part(values, true), ...lines }
  return { outcome: 'added', student_period_changes: differing({}, written) }
}

const enrollmentChanges = (
  values: Values,
  stored: StoredEnrollment,
  leave: Leave,
  context: PlanContext,
): Plan['student_period_changes'] => {
  const before = academicStatusOf(stored.values['academic_status'])
  const after = academicStatusOf(values.academic_status) ?? before
  return [
    ...differing(stored.values, { ...leave.dates, ...part(values, true) }),
    ...differing(
      stored.lineValues,
      movesByAcademicStatus(stored.lines, before, after, { ...context, ...leave }),
    ),
  ]
}
