import { scope, type ScopeContext } from '../db/scope.ts'
import { problem } from '../problem.ts'

/** A student's row, but for the SSN's cipher, which leaves the database only to be revealed. */
const columns = [
  'students.id',
  'students.school_id',
  'students.version',
  'students.first_name',
  'students.last_name',
  'students.middle_initial',
  'students.dob',
  'students.ssn_last_four',
  'students.gender',
  'students.sid',
  'students.uid',
  'students.address_1',
  'students.address_2',
  'students.city',
  'students.state',
  'students.country',
  'students.zip',
  'students.phone',
  'students.personal_email',
  'students.university_email',
  'students.prior_last_name',
  'students.npi_number',
  'students.include_dependents',
] as const

const selectStudents = (context: ScopeContext) => scope.students(context).select(columns)
export type StudentRow = Awaited<ReturnType<ReturnType<typeof selectStudents>['executeTakeFirstOrThrow']>>

/** @throws Problem 404 when unknown or foreign */
export const getStudent = async (context: ScopeContext, id: number): Promise<StudentRow> => {
  const row = await selectStudents(context).where('students.id', '=', id).executeTakeFirst()
  if (!row) throw problem.notFound()
  return row
}

/** The student that a body or query names. @throws Problem 422 on that key when unknown or foreign */
export const selectStudent = async (
  context: ScopeContext,
  id: number,
  field = 'student_id',
): Promise<StudentRow> => {
  const row = await selectStudents(context).where('students.id', '=', id).executeTakeFirst()
  if (!row) throw problem.selected(field)
  return row
}

/** The student with this number at a school, or undefined; held fast, so that no undo removes them meanwhile. */
export const findStudentBySid = (context: ScopeContext, schoolId: number, sid: string) =>
  selectStudents(context)
    .where('students.school_id', '=', schoolId)
    .where('students.sid', '=', sid)
    .forKeyShare()
    .executeTakeFirst()
