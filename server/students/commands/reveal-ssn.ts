import { limitReveals, requireConfirmation } from '../../auth/index.ts'
import type { Context } from '../../context.ts'
import { scope } from '../../db/scope.ts'
import { logAccess, type Access } from '../../history/index.ts'
import { openSsn, ssnPlace, type SsnPlace } from '../../lib/crypt.ts'
import { problem } from '../../problem.ts'

/** Whose SSN is looked at: where it stands, and what of it the access log says. */
export interface Sealed {
  readonly cipher: Buffer | null
  readonly place: SsnPlace
  readonly access: Pick<Access, 'subject_type' | 'subject_id' | 'school_id' | 'student_id'>
}

/**
 * Opens an SSN for a person who has just confirmed their password and says why. Who looks, at whom and why is written
 * down in a transaction of its own before anything is opened; where it cannot be written, nothing is.
 * Answers '912-34-5678', or null where none is known. @throws Problem 423, 429, and what `find` throws
 */
export const revealSsn = async (
  context: Context,
  reason: string,
  find: () => Promise<Sealed>,
): Promise<string | null> => {
  requireConfirmation(context)
  const { cipher, place, access } = await find()
  await limitReveals(context.house, context.caller.id)
  await logAccess(context.house.db, context.house, context, { action: 'reveal', detail: reason, ...access })
  if (cipher === null) return null
  const digits = openSsn(context.house.keys, place, cipher)
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
}

/** The SSN of a student, sealed. @throws Problem 404 */
export const findSealedSsn = async (context: Context, id: number): Promise<Sealed> => {
  const row = await scope
    .students(context)
    .select(['students.ssn_cipher', 'students.school_id'])
    .where('students.id', '=', id)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  const access = { subject_type: 'student', subject_id: id, school_id: row.school_id, student_id: id }
  return { cipher: row.ssn_cipher, place: ssnPlace('students', id), access }
}
