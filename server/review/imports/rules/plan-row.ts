import { ssnMask } from '#contract/platform/fields.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { listedName } from '#contract/platform/person-name.ts'
import type { AcademicStatus } from '#contract/platform/record/student-period-choices.ts'
import { importableEnrollmentFields, rosterFields } from '#contract/review/imports/choices.ts'
import type { FindingKind, FindingPerson, RowFinding } from '#contract/review/imports/shapes.ts'
import {
  eventForAcademicStatus,
  leaveDates,
  movesByAcademicStatus,
  newLines,
  statusDay,
  waitingStatus,
  type PeriodOfLines,
} from '#server/platform/coverage/index.ts'
import { crossErrors, headerOf } from './cross-errors.ts'
import type { FoundStudent } from './finding.ts'
import { differing, type Plan } from './plan.ts'
import { settlePlaces, type MappedColumn, type ReadRow, type Values } from './read-row.ts'
import { textOf, type Value, type StoredEnrollment, type StoredStudent } from './reading.ts'

/** The findings that are only shown. */
const shownOnly: ReadonlySet<FindingKind> = new Set<FindingKind>(['respelled_id'])

/**
 * Returns the planned result of a row whose student has been looked for. A doubtful row is rejected with the reason;
 * what it would save is planned too, for when staff confirm it.
 */
export const planFound = (
  row: ReadRow,
  { stored, finding, mayConfirm }: FoundStudent,
  ssnIndex: string | null,
  context: PlanContext,
): Plan => {
  const plan = planRow(
    withProposedId(row, stored ? null : (finding?.proposed_sid ?? null)),
    stored,
    ssnIndex,
    context,
  )
  if (!finding) return plan
  const found = { ...plan, sid: sidIn(row), finding }
  if (shownOnly.has(finding.kind)) return found
  const message = findingText(finding, found)
  const errors = [...plan.errors, { row: row.row, column: headerOf('sid', context.columns), message }]
  return plan.outcome === 'refused' || !mayConfirm
    ? { ...found, ...nothing, outcome: 'refused', errors }
    : { ...found, outcome: 'refused', other_outcome: plan.outcome, errors }
}

const sidIn = ({ values }: ReadRow): string | null => (typeof values.sid === 'string' ? values.sid : null)

const withProposedId = (row: ReadRow, proposed: string | null): ReadRow =>
  proposed === null ? row : { ...row, values: { ...row.values, sid: proposed } }

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
  const compared = { stored, leave, period: context.period }
  const errors = [...read.errors, ...crossErrors(read, compared, context.columns)]
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
const nothing = {
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

/** What a row’s fields don’t write as they are: the SSN, and what no record has. */
const isApart = (field: string): boolean => field === 'ssn' || field in rosterFields

const part = (values: Values, isEnrollment: boolean): Written => {
  const chosen: Written = {}
  for (const [field, value] of Object.entries(values))
    if (!isApart(field) && enrollmentFields.has(field) === isEnrollment) chosen[field] = value
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
  /** What waits for a date after today, with the field that has it. */
  readonly waiting: ReturnType<typeof waitingStatus>
}

const leaveOf = (values: Values, stored: StoredEnrollment | null, today: string): Leave => {
  const before = academicStatusOf(stored?.values['academic_status'])
  const after = academicStatusOf(values.academic_status) ?? before
  const event = eventForAcademicStatus(before, after)
  const sent = {
    loa_start_on: textOf(values.loa_start_on),
    loa_end_on: textOf(values.loa_end_on),
    academic_status_on: textOf(values.academic_status_on),
  }
  const begun = sent.loa_start_on ?? textOf(stored?.values['loa_start_on'])
  const effective_on = statusDay(event, sent)?.day ?? null
  const waiting = waitingStatus(before, after, sent, today)
  const dates = waiting ? {} : leaveDates(event, effective_on ?? today, { loa_start_on: begun })
  return { effective_on, dates, waiting }
}

/** Returns what a row saves of the student-period: without a leave or return that waits, which is made on its day. */
const enrollmentPart = (values: Values, { dates, waiting }: Leave): Written => {
  const written = { ...dates, ...part(values, true) }
  if (!waiting) return written
  const { academic_status: _waits, [waiting.field]: _day, ...others } = written
  return others
}

const addToPeriod = (
  values: Values,
  leave: Leave,
  context: PlanContext,
): Pick<Plan, 'outcome' | 'student_period_changes'> => {
  const written = enrollmentPart(values, leave)
  const who = { ...written, academic_status: academicStatusOf(written['academic_status']) }
  const lines = newLines(who, { ...context, ...leave })
  return {
    outcome: 'added',
    student_period_changes: differing({}, { ...written, ...plannedOf(leave), ...lines }),
  }
}

const nothingPlanned = { planned_academic_status: null, planned_status_on: null } as const

const plannedOf = ({ waiting }: Leave): Written => {
  if (!waiting) return nothingPlanned
  const { planned_academic_status, planned_status_on } = waiting
  return { planned_academic_status, planned_status_on }
}

/** A change of academic status replaces what waits. */
const enrollmentChanges = (
  values: Values,
  stored: StoredEnrollment,
  leave: Leave,
  context: PlanContext,
): Plan['student_period_changes'] => {
  const before = academicStatusOf(stored.values['academic_status'])
  const written = enrollmentPart(values, leave)
  const after = academicStatusOf(written['academic_status']) ?? before
  const planned = leave.waiting || after !== before ? plannedOf(leave) : {}
  return [
    ...differing(stored.values, written),
    ...differing(stored.stateValues, {
      ...planned,
      ...movesByAcademicStatus(stored.lines, before, after, { ...context, ...leave }),
    }),
  ]
}

/** Returns a person for a message: 'Quill, Ada, born 03/07/2001'. */
const inWords = ({ name, dob }: Pick<FindingPerson, 'name' | 'dob'>): string => {
  const [year, month, day] = dob.split('-')
  return day === undefined ? name : `${name}, born ${month ?? ''}/${day}/${year ?? ''}`
}

const withId = (person: FindingPerson): string => `${inWords(person)}, ID ${person.sid}`

/** Returns why a row is stopped, for its name as in the file: what is doubtful, and who it may be. */
const findingText = (finding: RowFinding, row: { name: string; sid: string | null }): string => {
  const self = inWords({ name: row.name, dob: finding.dob ?? '' })
  const { student, others, proposed_sid: proposed } = finding
  const known = others.map(withId).join('; ')
  switch (finding.kind) {
    case 'other_person': {
      const owner = student ? `ID ${student.sid} belongs to ${inWords(student)}. ` : ''
      const elsewhere = known === '' ? '' : ` Shipmate has this person as: ${known}.`
      return `Another person? ${owner}This row is about ${self}.${elsewhere}`
    }
    case 'duplicate':
      return `Possible duplicate. A student with this name and birth date exists: ${known}.`
    case 'unclear_id':
      return `The IDs of several students differ from this one only in zeros, capitals or marks: ${known}. Enter the ID exactly as Shipmate has it.`
    default:
      return spoiledText(student, proposed)
  }
}

const spoiledText = (student: FindingPerson | null, proposed: string | null): string => {
  if (student)
    return `A spreadsheet has probably changed this ID. It looks like ${student.sid}, which belongs to ${inWords(student)}.`
  if (proposed !== null)
    return `A spreadsheet has added characters to this ID. The ID is probably ${proposed}.`
  return 'A spreadsheet has shortened this ID, so its last digits are missing. Format the ID column as text in the spreadsheet, and export the file again.'
}
