import { ssnMask } from '#contract/fields.ts'
import { studentPeriodFields } from '#contract/student-periods/fields.ts'
import type { Dependent, StudentPeriod } from '#contract/student-periods/shapes.ts'
import { keysOf, pick } from '../lib/pick.ts'
import { presentStudent } from '../students/index.ts'
import type { DependentRow, WholeRow } from './queries.ts'

/** A dependent as read: the SSN as its mask. */
export const presentDependent = (row: DependentRow): Dependent => ({
  id: row.id,
  // CHECKs hold exactly the contract's enumerations
  type: row.type as Dependent['type'],
  gender: row.gender as Dependent['gender'],
  first_name: row.first_name,
  last_name: row.last_name,
  dob: row.dob,
  ssn: row.ssn_last_four === null ? null : ssnMask(row.ssn_last_four),
  covers: row.covers as Dependent['covers'],
})

/** A student-period whole. */
export const presentStudentPeriod = ({ student, dependents, ...row }: WholeRow): StudentPeriod => ({
  ...pick(row, [
    'id',
    'school_id',
    'period_id',
    'period_name',
    'student_id',
    'version',
    'created_at',
    'updated_at',
  ]),
  ...pick(row, keysOf(studentPeriodFields)),
  student: presentStudent(student),
  dependents: dependents.map(presentDependent),
})
