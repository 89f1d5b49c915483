import { ssnMask } from '#contract/fields.ts'
import { importableEnrollmentFields } from '#contract/imports/choices.ts'
import type { ImportError } from '#contract/imports/shapes.ts'
import type { AcademicStatus } from '#contract/student-periods/choices.ts'
import { crossErrors } from './cross-errors.ts'
import { movesByAcademicStatus, newLines, type ImportPeriod } from './lines.ts'
import { differing, writtenBy, type Plan, type Written } from './plan.ts'
import { settlePlaces, type MappedColumn, type ReadRow, type Values } from './read-row.ts'
import { textOf, type Value } from './reading.ts'
import type { StoredEnrollment, StoredStudent } from './stored.ts'

export interface PlanContext {
  readonly columns: readonly MappedColumn[]
  readonly today: string
  readonly period: ImportPeriod
  readonly onExisting: 'update' | 'skip'
  /** An SSN (nine digits) as the columns it is stored in, bytes as `\x…`. */
  readonly seal: (digits: string) => { ssn_cipher: string; ssn_index: string; ssn_last_four: string }
}

const enrollmentFields: ReadonlySet<string> = new Set(importableEnrollmentFields)

/**
 * Decides what becomes of a row: refused with its errors, else added to the period, changed field by field, or
 * unchanged. A blank cell leaves what is stored. `found` are errors that only the database could tell of.
 */
export const planRow = (
  row: ReadRow,
  stored: StoredStudent | null,
  ssnIndex: string | null,
  found: readonly ImportError[],
  context: PlanContext,
): Plan => {
  const read = settlePlaces(row, context.columns, textOf(stored?.values['country']))
  const errors = [...read.errors, ...crossErrors(read, stored, context.columns), ...found]
  const plan = { ...whose(read.values, stored, ssnIndex), row_number: row.row, errors }
  if (errors.length > 0) return { ...plan, ...nothing, outcome: 'refused' }
  if (stored && context.onExisting === 'skip')
    return stored.enrollment
      ? { ...plan, ...nothing, outcome: 'unchanged' }
      : { ...plan, ...nothing, ...enrol(read.values, context) }
  const student = planStudent(read.values, stored, ssnIndex, context)
  if (!stored?.enrollment) return { ...plan, ...student, ...enrol(read.values, context) }
  const enrollment = planEnrollment(read.values, stored.enrollment, context)
  const isChanged = student.student_values !== null || enrollment.student_period_values !== null
  return { ...plan, ...student, ...enrollment, outcome: isChanged ? 'changed' : 'unchanged' }
}

const nothing = {
  student_values: null,
  student_period_values: null,
  student_changes: [],
  student_period_changes: [],
} as const

const whose = (values: Values, stored: StoredStudent | null, ssnIndex: string | null) => {
  const enrollment = stored?.enrollment
  return {
    sid: textOf(values.sid),
    name: [values.last_name, values.first_name].filter((part) => part !== undefined).join(', '),
    student_id: stored?.id ?? null,
    student_version: stored?.version ?? null,
    student_period_id: enrollment?.id ?? null,
    student_period_version: enrollment?.version ?? null,
    from_student_period_id: null,
    ssn_index: ssnIndex,
  }
}

const part = (values: Values, isEnrollment: boolean): Written => {
  const chosen: Written = {}
  for (const [field, value] of Object.entries(values))
    if (field !== 'ssn' && enrollmentFields.has(field) === isEnrollment) chosen[field] = value
  return chosen
}

const planStudent = (
  values: Values,
  stored: StoredStudent | null,
  ssnIndex: string | null,
  context: PlanContext,
): Pick<Plan, 'student_values' | 'student_changes'> => {
  const changes = differing(stored?.values ?? {}, part(values, false))
  const written = writtenBy(changes)
  if (typeof values.ssn === 'string' && ssnIndex !== stored?.ssn_index) {
    const sealed = context.seal(values.ssn)
    Object.assign(written, sealed)
    const before = stored?.ssn_last_four == null ? null : ssnMask(stored.ssn_last_four)
    changes.push({ field: 'ssn', before, after: ssnMask(sealed.ssn_last_four) })
  }
  return changes.length === 0
    ? { student_values: null, student_changes: [] }
    : { student_values: written, student_changes: changes }
}

// the reader of the field has let only academic statuses through
const academicStatusOf = (value: Value | null | undefined): AcademicStatus | null =>
  textOf(value) as AcademicStatus | null

const enrol = (
  values: Values,
  context: PlanContext,
): Pick<Plan, 'outcome' | 'student_period_values' | 'student_period_changes'> => {
  const written = { ...part(values, true), ...newLines(academicStatusOf(values.academic_status), context) }
  return { outcome: 'added', student_period_values: written, student_period_changes: differing({}, written) }
}

const planEnrollment = (
  values: Values,
  stored: StoredEnrollment,
  context: PlanContext,
): Pick<Plan, 'student_period_values' | 'student_period_changes'> => {
  const before = academicStatusOf(stored.values['academic_status'])
  const after = academicStatusOf(values.academic_status) ?? before
  const changes = [
    ...differing(stored.values, part(values, true)),
    ...differing(stored.lineValues, movesByAcademicStatus(stored.lines, before, after, context)),
  ]
  return changes.length === 0
    ? { student_period_values: null, student_period_changes: [] }
    : { student_period_values: writtenBy(changes), student_period_changes: changes }
}
