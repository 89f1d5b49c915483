import { limitReveals } from '#server/platform/http/throttle.ts'
import { type Context, type Access } from '#server/platform/context.ts'
import { scope } from '#server/platform/db/scope.ts'
import { logAccess } from '#server/platform/history/index.ts'
import {
  decryptSsn,
  ssnPlace,
  type SsnPlace,
  decryptSsn as open,
  type Keys,
} from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'

/** The SSN to reveal: its location, and what the access log records. */
export interface Sealed {
  readonly cipher: Buffer | null
  readonly place: SsnPlace
  readonly access: Pick<Access, 'subject_type' | 'subject_id' | 'school_id' | 'student_id'>
}

/**
 * Reveals an SSN to a user who gave a reason; `mount` has checked that they recently confirmed their password. The access is logged in its
 * own transaction first; if that fails, nothing is revealed. Returns '912-34-5678', or null if there is none.
 * @throws Problem 429, and what `find` throws
 */
export const revealSsn = async (
  context: Context,
  reason: string,
  find: () => Promise<Sealed>,
): Promise<string | null> => {
  const { cipher, place, access } = await find()
  await limitReveals(context.services, context.caller.id)
  await logAccess(context.services.db, context.services, context, {
    action: 'reveal',
    detail: reason,
    ...access,
  })
  if (cipher === null) return null
  const digits = decryptSsn(context.services.keys, place, cipher)
  return `${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`
}

/** Returns the encrypted SSN of a student. @throws Problem 404 */
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

/** Decrypts a student’s saved SSN; null if there is none. Callers log the access. */
export const openSsn = (keys: Keys, studentId: number, cipher: unknown): string | null =>
  Buffer.isBuffer(cipher) ? open(keys, ssnPlace('students', studentId), cipher) : null
