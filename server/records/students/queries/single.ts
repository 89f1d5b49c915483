import { sql, type RawBuilder } from 'kysely'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { emailFields } from '#contract/records/students/email-address.ts'
import type { StudentPolicyYear } from '#contract/records/students/shapes.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { keysOf } from '#server/platform/lib/pick.ts'
import { problem } from '#server/platform/problem.ts'

/** The columns of a student that are returned as saved: all except the SSN. */
export const plainStudentFields = keysOf(studentFields).filter((name) => name !== 'ssn')

/** A student’s row without the encrypted SSN, which is read only to be revealed. */
const columns = [
  'students.id',
  'students.school_id',
  'students.version',
  'students.ssn_last_four',
  'students.erased_at',
  'students.held_since',
  ...plainStudentFields.map((name) => `students.${name}` as const),
] as const

const selectStudents = (context: ScopeContext) => scope.students(context).select(columns)
export type StudentRow = Awaited<ReturnType<ReturnType<typeof selectStudents>['executeTakeFirstOrThrow']>>

/** Returns a student. @throws Problem 404 if unknown or foreign */
export const getStudent = async (context: ScopeContext, id: number): Promise<StudentRow> => {
  const row = await selectStudents(context).where('students.id', '=', id).executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** Returns the student in a body or query. @throws Problem 422 on its key if unknown or foreign */
export const selectStudent = async (
  context: ScopeContext,
  id: number,
  field = 'student_id',
): Promise<StudentRow> => {
  const row = await selectStudents(context).where('students.id', '=', id).executeTakeFirst()
  if (!row) throw problem.selected(field)
  return row
}

/** Returns the student of a row `students`, or of one the statement has just created, as one value. */
export const studentOf = (students: string) => sql<StudentRow>`(select to_jsonb(own) from (
  select ${sql.join(columns.map((name) => sql.ref(name.replace('students', students))))}) own)`

/**
 * Returns the student with this student ID at the school of the outer `periods` row, or null: exactly with it, otherwise
 * the only one whose ID means the same. Locks them, so that no undo removes them.
 */
export const studentWithSid = (context: ScopeContext, sid: string) => sql<StudentRow | null>`(
  select ${studentOf('held')} from (
    select *, count(*) over () as meant from (
      select * from students s where shipmate_sid_key(s.sid) = shipmate_sid_key(${sid})
        and s.school_id = periods.school_id and s.deleted_at is null and ${scope.within(context, 's.school_id')}
      for key share) every_one) held
  where held.sid = ${sid} or held.meant = 1 order by held.sid = ${sid} desc limit 1)`

/** Lists the policy years of a student, latest first. */
export const listPolicyYears = (context: ScopeContext, studentId: number): Promise<StudentPolicyYear[]> =>
  scope
    .studentPeriods(context)
    .innerJoin('periods', 'periods.id', 'student_periods.period_id')
    .select([
      'student_periods.id',
      'student_periods.period_id',
      'periods.name as period_name',
      'periods.starts_on',
      'periods.ends_on',
      'student_periods.version',
      'student_periods.medical_status',
      'student_periods.dental_status',
      'student_periods.vision_status',
      // CHECKs allow exactly the contract's enumerations
      sql<StudentPolicyYear['status']>`student_periods.status`.as('status'),
      sql<StudentPolicyYear['academic_status']>`student_periods.academic_status`.as('academic_status'),
      'student_periods.program',
      'student_periods.campus',
    ])
    .where('student_periods.student_id', '=', studentId)
    .orderBy('periods.starts_on', 'desc')
    .orderBy('student_periods.id', 'desc')
    .execute()

/** Returns the address that a student’s emails go to, null without one; `alias` is the table in the statement. */
export const emailAddressIn = (alias: string): RawBuilder<string | null> =>
  sql`coalesce(${sql.join(emailFields.map((field) => sql.ref(`${alias}.${field}`)))})`
