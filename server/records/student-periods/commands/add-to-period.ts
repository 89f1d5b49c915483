import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import { enrollmentFields, studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { recordErased } from '#server/platform/db/record-locks.ts'
import { scope } from '#server/platform/db/scope.ts'
import { fieldChanges, recordHistory } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import {
  periodsWithRules,
  selectPeriodWithRules,
  toPeriodWithRules,
  type PeriodWithRules,
} from '#server/setup/periods/index.ts'
import { problem } from '#server/platform/problem.ts'
import {
  assertNotDuplicate,
  isLikelyPerson,
  isOtherPerson,
  likelyStudents,
  prepareStudent,
  presentStudent,
  studentWithSid,
  refuseSharedSsn,
  reserveStudentId,
  type NewPerson,
  type PreparedStudent,
  type StudentRow,
  type StudentValues,
} from '#server/records/students/index.ts'
import { presentStudentPeriod, type ShownRow } from '../present.ts'
import { selectFull } from '../queries/single.ts'
import { assertMayWrite, dateOrderErrors, isColumn } from '../rules/fields.ts'
import { newValues, withPlannedLeave, type GivenValues } from '../rules/new-record.ts'
import { copyDependents, readCopy, type CopyRequest } from './copy-from.ts'

type Body = Readonly<Record<string, unknown>> & { readonly period_id: number }

// the schemas of all these fields allow nothing else
const partOf = (body: Body, fields: object): GivenValues =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => Object.hasOwn(fields, name) && value != null),
  ) as GivenValues

interface EnrollmentOptions {
  readonly copy?: CopyRequest | undefined
  /** What is asked once everything that was sent is right. */
  readonly beforeInsert?: () => void
}

/**
 * Adds a student to a period, optionally with a copy of an earlier policy year. A new student is created by the
 * same statement. The database checks that they aren’t in the period yet.
 * @throws Problem 403, 409, 422
 */
const insertEnrollment = async (
  context: Context,
  period: PeriodWithRules,
  student: { readonly id: number } | PreparedStudent,
  sent: GivenValues,
  { copy: ask, beforeInsert }: EnrollmentOptions,
): Promise<ShownRow> => {
  assertMayWrite(Object.keys(sent), context.caller.permission)
  const today = dayIn(context.clock, officeTimeZone)
  const { given, planned } = withPlannedLeave(period, sent, today)
  const copy = ask && (await readCopy(context, period, student.id, ask, given))
  const values = { ...(copy?.values ?? newValues(period, given, today)), ...planned }
  const errors = dateOrderErrors(values, Object.keys(values))
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  beforeInsert?.()
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

/** The columns of a new student-period that its reply is read from, by name, because the statement is prepared. */
const createdColumns = [
  'id',
  'school_id',
  'period_id',
  'student_id',
  'version',
  'created_at',
  'updated_at',
  'deleted_at',
  ...keysOf(studentPeriodFields).filter(isColumn),
]

const insertStudentPeriod = async (
  context: Context,
  period: PeriodWithRules,
  student: { readonly id: number } | PreparedStudent,
  values: Readonly<Record<string, unknown>>,
): Promise<ShownRow> => {
  const at = context.clock.now().toISOString()
  const isNew = 'insert' in student
  const row = {
    ...values,
    school_id: period.school_id,
    period_id: period.id,
    student_id: student.id,
    created_at: at,
    updated_at: at,
    // the trigger that copies it doesn't see rows created by the same statement
    ...(isNew ? { sort_name: sql`(select sort_name from student)` } : {}),
  }
  const statement = sql<ShownRow>`
    with ${isNew ? sql`student as (${student.insert}),` : sql``} made as (
      insert into student_periods (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(row))})
      returning ${sql.join(createdColumns.map((name) => sql.ref(name)))})
    ${selectFull(context, { records: 'made', students: isNew ? 'student' : 'students' })}`
  const { rows } = await statement.execute(context.db)
  const [made] = rows
  if (!made) throw new Error('The student-period wasn’t created.')
  return made
}

/** The student-period to copy from, and the fields to copy; the default fields if there are none. */
interface CopyOptions {
  readonly copy_from_student_period_id?: number | undefined
  readonly fields_to_carry?: readonly string[] | undefined
}

/** Adds an existing student to a period of the same school. @throws Problem 422 on a foreign student */
export const createStudentPeriod = async (
  context: Context,
  body: Body & CopyOptions & { readonly student_id: number },
): Promise<number> => {
  const { copy_from_student_period_id: from, fields_to_carry: fields } = body
  if (from === undefined && fields !== undefined)
    throw problem.invalid({ copy_from_student_period_id: texts.required })
  const period = await selectPeriodWithRules(context, body.period_id)
  const student = await scope
    .students(context)
    .select(['students.id', 'students.erased_at'])
    .where('students.id', '=', body.student_id)
    .where('students.school_id', '=', period.school_id)
    // waits for an undo that's removing the student
    .forKeyShare()
    .executeTakeFirst()
  if (!student) throw problem.selected('student_id')
  if (student.erased_at !== null) throw recordErased()
  const given = partOf(body, enrollmentFields)
  const copy = from === undefined ? undefined : { from, fields }
  return (await insertEnrollment(context, period, student, given, { copy })).id
}

/** Returns the fields in the request that differ from the existing student. They’re ignored and reported. */
const ignoredOf = (student: StudentRow, sent: StudentValues): string[] => {
  const stored: Readonly<Record<string, unknown>> = { ...presentStudent(student) }
  const digits = typeof sent.ssn === 'string' ? toSsn(sent.ssn) : null
  const shown = digits === null ? sent : { ...sent, ssn: ssnMask(digits.slice(-4)) }
  return fieldChanges(stored, shown).map(({ field }) => field)
}

/** Who is added to a period: fields of the student and the student-period, and whom the student was told apart from. */
type AddedStudent = Body & {
  readonly sid?: string | undefined
  readonly is_not_duplicate_of?: readonly number[] | undefined
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const personIn = (values: StudentValues): NewPerson => ({
  sid: textOf(values.sid) ?? '',
  first_name: textOf(values.first_name),
  last_name: textOf(values.last_name),
  prior_last_name: textOf(values.prior_last_name),
  dob: textOf(values.dob),
})

/**
 * Returns the student whose ID was sent. An ID that only means the same is theirs if name and birth date are too; anyone
 * else’s is asked about like a duplicate.
 * @throws Problem 422 on `sid` if the name and birth date of its student are others
 */
const holderOf = (student: StudentRow | null, person: NewPerson): StudentRow | null => {
  if (!student) return null
  if (student.sid !== person.sid)
    return person.dob !== null && isLikelyPerson(person, student) ? student : null
  if (!isOtherPerson(person, student)) return student
  throw problem.invalid({
    sid: `This ID belongs to ${student.last_name}, ${student.first_name}. Their name and date of birth are different.`,
  })
}

/**
 * Adds a new or existing student, matched by student ID in the school, to a period. `ignored` names the fields
 * in which an existing student differs.
 * @throws Problem 409 `exists` or `duplicate`, 422
 */
export const addStudentToPeriod = async (
  context: Context,
  body: AddedStudent,
): Promise<StudentPeriod & { ignored: string[] }> => {
  // the body's schema has validated every one of these keys
  const sent = partOf(body, studentFields) as StudentValues
  const person = personIn(sent)
  const found = await periodsWithRules(context)
    .select([
      studentWithSid(context, person.sid).as('holder'),
      likelyStudents(context, person).as('likely'),
      reserveStudentId.as('new_id'),
    ])
    .where('periods.id', '=', body.period_id)
    .executeTakeFirst()
  if (!found) throw problem.selected('period_id')
  if (body.sid === undefined) throw problem.invalid({ sid: texts.required })
  const { holder, likely, new_id: id, ...row } = found
  const period = toPeriodWithRules(row)
  const student = holderOf(holder, person)
  const place = { id, school_id: period.school_id }
  const digits = typeof sent.ssn === 'string' ? toSsn(sent.ssn) : null
  if (!student && digits !== null) await refuseSharedSsn(context, place, digits)
  const made = await insertEnrollment(
    context,
    period,
    student ?? prepareStudent(context, place, sent),
    partOf(body, enrollmentFields),
    student ? {} : { beforeInsert: () => assertNotDuplicate(person, likely, body.is_not_duplicate_of ?? []) },
  )
  return { ...presentStudentPeriod(made), ignored: student ? ignoredOf(student, sent) : [] }
}
