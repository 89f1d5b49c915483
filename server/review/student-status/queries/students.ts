import { sql } from 'kysely'
import { sidKey } from '#contract/platform/student-id.ts'
import type { NewStatusCode } from '#contract/review/student-status/shapes.ts'
import { fullName } from '#server/platform/db/person-names.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { emailAddressIn } from '#server/records/students/index.ts'

/** A student on the roster of a policy year. */
export interface KnownStudent {
  readonly student_id: number
  readonly student_period_id: number
  readonly school_id: number
  readonly sid: string
  readonly email: string | null
  /** The student’s name as in an address: `Ana Lopez`. */
  readonly addressee: string
}

/**
 * Returns the student of a policy year with a student ID and a birth date: with exactly this ID, otherwise the only one whose
 * ID means the same. Undefined without one.
 */
export const findStudent = async (
  system: ScopeContext,
  periodId: number,
  { sid, dob }: NewStatusCode,
): Promise<KnownStudent | undefined> => {
  const rows = await scope
    .studentPeriods(system)
    .innerJoin('students', 'students.id', 'student_periods.student_id')
    .select([
      'students.id as student_id',
      'student_periods.id as student_period_id',
      'students.school_id',
      'students.sid',
      fullName('students').as('addressee'),
      emailAddressIn('students').as('email'),
    ])
    .where('student_periods.period_id', '=', periodId)
    .where('students.deleted_at', 'is', null)
    .where('students.dob', '=', dob)
    .where(sql<boolean>`shipmate_sid_key(students.sid) = shipmate_sid_key(${sid})`)
    .execute()
  return rows.find((one) => one.sid === sid) ?? (rows.length === 1 ? rows[0] : undefined)
}

/** Returns a text that is the same for all spellings of a student ID, for counting who isn’t known. */
export const typedStudent = (periodId: number, { sid, dob }: NewStatusCode): string =>
  `${periodId}|${sidKey(sid)}|${dob}`
