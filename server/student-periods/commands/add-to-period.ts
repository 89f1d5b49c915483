import type { AcademicStatus } from '#contract/student-periods/choices.ts'
import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import { enrollmentFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import { ssnMask, toSsn } from '#contract/fields.ts'
import { texts } from '#contract/problem.ts'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { fieldChanges, recordHistory } from '../../history/index.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import {
  periodsWithRules,
  selectPeriodWithRules,
  toPeriodWithRules,
  type PeriodWithRules,
} from '../../periods/index.ts'
import { problem } from '../../problem.ts'
import {
  eventForAcademicStatus,
  leaveDates,
  leaveDay,
  newLines,
  type Newcomer,
  type PeriodOfLines,
} from '../../coverage/index.ts'
import {
  prepareStudent,
  presentStudent,
  studentWithSid,
  takeStudentId,
  type PreparedStudent,
  type StudentRow,
  type StudentValues,
} from '../../students/index.ts'
import { presentStudentPeriod } from '../present.ts'
import { selectWhole, type WholeRow } from '../queries.ts'
import { assertMayWrite, dateOrderErrors } from '../rules.ts'
import { copyDependents, readCopy, type CopyAsk } from './copy-from.ts'

type Body = Readonly<Record<string, unknown>> & { readonly period_id: number }

// the schemas of all these fields let nothing else through
const partOf = (body: Body, fields: object): Given =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => Object.hasOwn(fields, name) && value != null),
  ) as Given

/**
 * The statuses and dates of a new student-period: where each line starts, then the academic status's event, from the
 * day of the leave that is sent with it.
 */
export const startOf = (
  period: PeriodOfLines,
  who: Newcomer,
  today: string,
  sent: Readonly<Record<string, string>> = {},
): Record<string, string | null> => {
  const event = eventForAcademicStatus(null, who.academic_status)
  const effective_on = leaveDay(event, sent)
  return {
    ...leaveDates(event, effective_on ?? today, {}),
    ...sent,
    ...newLines(who, { today, period, effective_on }),
  }
}

/** The dates of a leave that were sent. */
const leaveOf = (given: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    ['loa_start_on', 'loa_end_on'].flatMap((field) => {
      const day = given[field]
      return typeof day === 'string' ? [[field, day]] : []
    }),
  )

type Given = Record<string, string | number | boolean | null>

/** A new student-period as it is written when nothing is copied. */
const anew = (context: Context, period: PeriodWithRules, given: Given): Given => {
  // the field's schema has let only academic statuses through
  const academic_status = (given['academic_status'] ?? null) as AcademicStatus | null
  const today = dayIn(context.clock, officeTimeZone)
  return { ...given, ...startOf(period, { ...given, academic_status }, today, leaveOf(given)) }
}

/**
 * Brings a student into a period, perhaps with what an earlier policy year of theirs held; one who is new is made with
 * the same statement. That they are not there yet is judged by the database. @throws Problem 403, 409, 422
 */
const enrol = async (
  context: Context,
  period: PeriodWithRules,
  student: { readonly id: number } | PreparedStudent,
  given: Given,
  ask?: CopyAsk,
): Promise<WholeRow> => {
  assertMayWrite(Object.keys(given), context.caller.permission)
  const copy = ask && (await readCopy(context, period, student.id, ask, given))
  const values = copy?.values ?? anew(context, period, given)
  const errors = dateOrderErrors(values, Object.keys(values))
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  const made = await insertStudentPeriod(context, period, student, values)
  const place = { school_id: period.school_id, student_id: student.id }
  const kind = 'student_period_created'
  await recordHistory(context, { kind, undoable: true, schoolId: period.school_id }, [
    ...('entry' in student ? [student.entry] : []),
    {
      kind,
      subject: { type: 'student_period', id: made.id },
      ...place,
      student_period_id: made.id,
      changes: fieldChanges({}, values),
    },
    ...(await copyDependents(context, { id: made.id, ...place }, copy?.dependents ?? [])),
  ])
  return made
}

const insertStudentPeriod = async (
  context: Context,
  period: PeriodWithRules,
  student: { readonly id: number } | PreparedStudent,
  values: Readonly<Record<string, unknown>>,
): Promise<WholeRow> => {
  const at = context.clock.now().toISOString()
  const isNew = 'insert' in student
  const row = {
    ...values,
    school_id: period.school_id,
    period_id: period.id,
    student_id: student.id,
    created_at: at,
    updated_at: at,
    // the trigger that copies it does not see what the same statement makes
    ...(isNew ? { sort_name: sql`(select sort_name from student)` } : {}),
  }
  const { rows } = await sql<WholeRow>`
    with ${isNew ? sql`student as (${student.insert}),` : sql``} made as (
      insert into student_periods (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))}) returning *)
    ${selectWhole(context, { records: 'made', students: isNew ? 'student' : 'students' })}`.execute(
    context.db,
  )
  const [made] = rows
  if (!made) throw new Error('The student-period was not created.')
  return made
}

/** What may be said of a copy. */
interface Sent {
  readonly copy_from_student_period_id?: number | undefined
  readonly fields_to_carry?: readonly string[] | undefined
}

/** Brings an existing student into a period of the same school. @throws Problem 422 on a foreign student */
export const createStudentPeriod = async (
  context: Context,
  body: Body & Sent & { readonly student_id: number },
): Promise<number> => {
  const { copy_from_student_period_id: from, fields_to_carry: fields } = body
  if (from === undefined && fields !== undefined)
    throw problem.invalid({ copy_from_student_period_id: texts.required })
  const period = await selectPeriodWithRules(context, body.period_id)
  const student = await scope
    .students(context)
    .select('students.id')
    .where('students.id', '=', body.student_id)
    .where('students.school_id', '=', period.school_id)
    // whom an undo is just removing is waited for
    .forKeyShare()
    .executeTakeFirst()
  if (!student) throw problem.selected('student_id')
  const given = partOf(body, enrollmentFields)
  const copy = from === undefined ? undefined : { from, fields }
  return (await enrol(context, period, student, given, copy)).id
}

/** Which of the sent fields an existing student has otherwise: they are left as they are, and said so. */
const ignoredOf = (student: StudentRow, sent: StudentValues): string[] => {
  const stored: Readonly<Record<string, unknown>> = { ...presentStudent(student) }
  const digits = typeof sent.ssn === 'string' ? toSsn(sent.ssn) : null
  const shown = digits === null ? sent : { ...sent, ssn: ssnMask(digits.slice(-4)) }
  return fieldChanges(stored, shown).map(({ field }) => field)
}

/**
 * Brings a new or existing student, matched by student ID in the school, into a period.
 * `ignored` names the sent fields in which an existing student differs.
 */
export const addStudentToPeriod = async (
  context: Context,
  body: Body & { readonly sid?: string | undefined },
): Promise<StudentPeriod & { ignored: string[] }> => {
  const found = await periodsWithRules(context)
    .select([studentWithSid(context, body.sid ?? '').as('student'), takeStudentId.as('new_id')])
    .where('periods.id', '=', body.period_id)
    .executeTakeFirst()
  if (!found) throw problem.selected('period_id')
  if (body.sid === undefined) throw problem.invalid({ sid: texts.required })
  const { student, new_id: id, ...row } = found
  const period = toPeriodWithRules(row)
  // the body's schema has validated every one of these keys
  const sent = partOf(body, studentFields) as StudentValues
  const place = { id, school_id: period.school_id }
  const made = await enrol(
    context,
    period,
    student ?? prepareStudent(context, place, sent),
    partOf(body, enrollmentFields),
  )
  return { ...presentStudentPeriod(made), ignored: student ? ignoredOf(student, sent) : [] }
}
