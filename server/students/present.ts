import { ssnMask } from '#contract/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import type { Student } from '#contract/students/shapes.ts'
import { keysOf, pick } from '../lib/pick.ts'
import type { StudentRow } from './queries.ts'

type Plain = Exclude<keyof typeof studentFields, 'ssn'>
const plain = keysOf(studentFields).filter((name): name is Plain => name !== 'ssn')

/** A student as read: the SSN as its mask. */
export const presentStudent = (row: StudentRow): Student => ({
  id: row.id,
  school_id: row.school_id,
  version: row.version,
  ...pick(row, plain),
  ssn: row.ssn_last_four === null ? null : ssnMask(row.ssn_last_four),
})
