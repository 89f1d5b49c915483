import { texts } from '#contract/problem.ts'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { blindIndex } from '../../lib/crypt.ts'
import { problem } from '../../problem.ts'

/** An SSN is one student's within a school; other schools are not asked. @throws Problem 422 on `ssn` */
export const assertSsnFree = async (
  context: Context,
  schoolId: number,
  digits: string,
  exceptId = 0,
): Promise<void> => {
  const taken = await scope
    .students(context)
    .select('students.id')
    .where('students.school_id', '=', schoolId)
    .where('students.ssn_index', '=', blindIndex(context.house.keys, schoolId, digits))
    .where('students.id', '<>', exceptId)
    .executeTakeFirst()
  if (taken) throw problem.invalid({ ssn: texts.taken })
}
