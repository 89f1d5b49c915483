import { ssnMask, toSsn } from '#contract/fields.ts'
import type { FieldChange } from '#contract/history/shapes.ts'
import type { Context } from '../context.ts'
import { scope } from '../db/scope.ts'
import { closeSsn, openSsn, ssnPlace } from '../lib/crypt.ts'
import { problem } from '../problem.ts'
import type { Sealed } from '../students/index.ts'

/** The SSN of a dependent, sealed. @throws Problem 404 */
export const findSealedSsn = async (context: Context, id: number): Promise<Sealed> => {
  const row = await scope
    .dependents(context)
    .innerJoin('student_periods', 'student_periods.id', 'dependents.student_period_id')
    .select(['dependents.ssn_cipher', 'dependents.school_id', 'student_periods.student_id'])
    .where('dependents.id', '=', id)
    .where('student_periods.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw problem.notFound()
  const { school_id, student_id } = row
  return {
    cipher: row.ssn_cipher,
    // a dependent is copied from year to year, always of the same student
    place: ssnPlace('dependents', student_id),
    access: { subject_type: 'dependent', subject_id: id, school_id, student_id },
  }
}

/** The columns that a sent SSN writes, and what history says of it, as masks. */
export interface SsnWrite {
  readonly columns: { readonly ssn_cipher?: Buffer | null; readonly ssn_last_four?: string | null }
  readonly changes: readonly FieldChange[]
}

const nothing: SsnWrite = { columns: {}, changes: [] }

/** Whose SSN is written: the student's dependent as they are, or null for one who is to be. */
interface Whose {
  readonly studentId: number
  readonly before: { readonly id: number; readonly ssn: string | null } | null
}

/** Absent, its own mask or the same number: unchanged; null empties. @throws Problem 422 on another's mask */
export const writeSsn = async (
  context: Context,
  { studentId, before }: Whose,
  ssn: string | null | undefined,
  field: string,
): Promise<SsnWrite> => {
  const mask = before?.ssn ?? null
  if (ssn === undefined || ssn === mask) return nothing
  const change = (after: string | null): FieldChange[] => [{ field: 'ssn', before: mask, after }]
  if (ssn === null) return { columns: { ssn_cipher: null, ssn_last_four: null }, changes: change(null) }
  const digits = toSsn(ssn)
  if (digits === null) throw problem.invalid({ [field]: 'The :attribute field must be nine digits.' })
  if (before && (await isStored(context, before.id, digits))) return nothing
  return {
    columns: {
      ssn_cipher: closeSsn(context.house.keys, ssnPlace('dependents', studentId), digits),
      ssn_last_four: digits.slice(-4),
    },
    changes: change(ssnMask(digits.slice(-4))),
  }
}

const isStored = async (context: Context, id: number, digits: string): Promise<boolean> => {
  const { cipher, place } = await findSealedSsn(context, id)
  return cipher !== null && openSsn(context.house.keys, place, cipher) === digits
}
