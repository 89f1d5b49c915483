import type { StudentPeriod } from '#contract/student-periods/shapes.ts'
import type { Context } from '../context.ts'
import { getStudent } from '../students/index.ts'
import { presentStudentPeriod } from './present.ts'
import { getStudentPeriod, listDependents } from './queries.ts'

/** A student-period whole, as it is answered. @throws Problem 404 */
export const readStudentPeriod = async (context: Context, id: number): Promise<StudentPeriod> => {
  const row = await getStudentPeriod(context, id)
  const student = await getStudent(context, row.student_id)
  return presentStudentPeriod(row, student, await listDependents(context, id))
}
