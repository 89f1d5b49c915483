import { ssnMask } from '#contract/platform/fields.ts'
import type { Student } from '#contract/records/students/shapes.ts'
import { pick } from '#server/platform/lib/pick.ts'
import { plainStudentFields, type StudentRow } from './queries/single.ts'

/** Returns a student with the SSN masked. */
export const presentStudent = (row: StudentRow): Student => ({
  id: row.id,
  school_id: row.school_id,
  version: row.version,
  erased_at: row.erased_at,
  held_since: row.held_since,
  ...pick(row, plainStudentFields),
  ssn: row.ssn_last_four === null ? null : ssnMask(row.ssn_last_four),
})
