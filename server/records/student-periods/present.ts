import { ssnMask } from '#contract/platform/fields.ts'
import type { Dependent } from '#contract/platform/record/dependent.ts'
import { dependentDateFields, studentPeriodFields } from '#contract/platform/record/student-period-fields.ts'
import type { StudentPeriod } from '#contract/records/student-periods/shapes.ts'
import type { Context } from '#server/platform/context.ts'
import { keysOf, pick } from '#server/platform/lib/pick.ts'
import { presentStudent } from '#server/records/students/index.ts'
import { getStudentPeriod, type DependentRow, type FullRow } from './queries/single.ts'

const dependentDates = keysOf(dependentDateFields)

/** Returns a dependent with its SSN masked. */
export const presentDependent = (row: DependentRow): Dependent => ({
  id: row.id,
  // CHECKs allow exactly the contract's enumerations
  type: row.type as Dependent['type'],
  gender: row.gender as Dependent['gender'],
  first_name: row.first_name,
  last_name: row.last_name,
  dob: row.dob,
  ssn: row.ssn_last_four === null ? null : ssnMask(row.ssn_last_four),
  covers: row.covers as Dependent['covers'],
  ...pick(row, dependentDates),
})

const keys = [
  'id',
  'school_id',
  'period_id',
  'period_name',
  'student_id',
  'version',
  'created_at',
  'updated_at',
] as const
const fields = keysOf(studentPeriodFields)

/** The parts of a student-period that the API returns. */
export type ShownRow = Pick<
  FullRow,
  (typeof keys)[number] | (typeof fields)[number] | 'student' | 'dependents'
>

/** Returns a student-period with its student and dependents, as the API returns it. */
export const presentStudentPeriod = ({ student, dependents, ...row }: ShownRow): StudentPeriod => ({
  ...pick(row, keys),
  ...pick(row, fields),
  student: presentStudent(student),
  dependents: dependents.map(presentDependent),
})

/** Returns a whole student-period as in its reply. @throws Problem 404 */
export const readStudentPeriod = async (context: Context, id: number): Promise<StudentPeriod> =>
  presentStudentPeriod(await getStudentPeriod(context, id))
