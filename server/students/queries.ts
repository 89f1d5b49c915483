import { sql } from 'kysely'
import { studentFields } from '#contract/students/fields.ts'
import { scope, type ScopeContext } from '../db/scope.ts'
import { keysOf } from '../lib/pick.ts'
import { problem } from '../problem.ts'

/** What of a student is stored as it is read: all but the SSN. */
export const plainStudentFields = keysOf(studentFields).filter((name) => name !== 'ssn')

/** A student's row, but for the SSN's cipher, which leaves the database only to be revealed. */
const columns = [
  'students.id',
  'students.school_id',
  'students.version',
  'students.ssn_last_four',
  ...plainStudentFields.map((name) => `students.${name}` as const),
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

/** The student of a row `students` or of what a statement has just made, as one value. */
export const studentOf = (students: string) => sql<StudentRow>`(select to_jsonb(own) from (
  select ${sql.join(columns.map((name) => sql.ref(name.replace('students', students))))}) own)`

/**
 * The student with this number at the school of the `periods` row around it, or null; held fast, so that no undo
 * removes them meanwhile.
 */
export const studentWithSid = (context: ScopeContext, sid: string) => sql<StudentRow | null>`(
  select ${studentOf('held')} from (
    select * from students s where s.school_id = periods.school_id and s.sid = ${sid} and s.deleted_at is null
      and ${scope.within(context, 's.school_id')} for key share) held)`
