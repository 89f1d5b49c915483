import { isAdmin } from '#contract/platform/access.ts'
import { ssnMask } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import type { HeldSsn } from '#contract/records/students/shapes.ts'
import { sql } from 'kysely'
import { type Context, type Access } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import { blindIndex } from '#server/platform/lib/crypt.ts'
import { hasConfirmed } from '#server/platform/http/confirmation.ts'
import { limitReveals } from '#server/platform/http/throttle.ts'
import { problem } from '#server/platform/problem.ts'

/** An answer that depends on SSNs is a read of them: it counts as a reveal and is logged like one, before it’s given. */
const recordComparison = async (
  context: Context,
  about: Pick<Access, 'subject_type' | 'subject_id' | 'school_id' | 'student_id' | 'detail'>,
): Promise<void> => {
  await limitReveals(context.services, context.caller.id)
  await logAccess(context.services.db, context.services, context, { action: 'reveal', ...about })
}

/**
 * Tells a Shipmate Admin who confirmed their password that another student of the school has the SSN. For everyone else
 * the database saves it held (`students_hold_shared_ssn`), and nothing that they see shows it.
 * @throws Problem 422 on `ssn`, 429
 */
export const refuseSharedSsn = async (
  context: Context,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  digits: string,
): Promise<void> => {
  if (!isAdmin(context.caller) || !hasConfirmed(context)) return
  const about = { subject_type: 'student', subject_id: id, school_id }
  await recordComparison(context, { ...about, detail: 'compared with the other students’ SSNs' })
  const taken = await scope
    .students(context)
    .select('students.id')
    .where('students.school_id', '=', school_id)
    .where('students.ssn_index', '=', blindIndex(context.services.keys, school_id, digits))
    .where('students.id', '<>', id)
    .executeTakeFirst()
  if (taken) throw problem.invalid({ ssn: texts.taken })
}

/** The most students in the list; the others follow when these are settled. */
const mostListed = 200

/** Returns the students of a school whose SSN is held, with those who have it; the longest held first. @throws Problem 429 */
export const listHeldSsns = async (context: Context, schoolId: number): Promise<HeldSsn[]> => {
  const about = { subject_type: 'school', subject_id: schoolId, school_id: schoolId }
  await recordComparison(context, { ...about, detail: 'SSNs of two students' })
  const { rows } = await sql<HeldSsn & { ssn_last_four: string }>`
    select held.id, held.sid, held.first_name, held.last_name, held.ssn_last_four,
      (select jsonb_build_object('id', other.id, 'sid', other.sid, 'first_name', other.first_name,
          'last_name', other.last_name)
        from students other
        where other.ssn_index = held.ssn_index and other.school_id = held.school_id and other.deleted_at is null
          and not other.ssn_is_held and ${scope.within(context, 'other.school_id')}) as held_by
    from students held
    where held.school_id = ${schoolId} and held.ssn_is_held and held.deleted_at is null
      and ${scope.within(context, 'held.school_id')}
    order by held.updated_at, held.id limit ${mostListed}`.execute(context.db)
  return rows.map(({ ssn_last_four, ...row }) => ({ ...row, ssn: ssnMask(ssn_last_four) }))
}
