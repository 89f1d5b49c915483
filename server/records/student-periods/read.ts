import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { presentStudentPeriod } from './present.ts'
import { getStudentPeriod } from './queries.ts'

/** Returns a whole student-period as in its reply. @throws Problem 404 */
export const readStudentPeriod = async (context: Context, id: number): Promise<StudentPeriod> =>
  presentStudentPeriod(await getStudentPeriod(context, id))
