import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import type { FieldChange } from '#contract/platform/history/shapes.ts'
import { texts } from '#contract/platform/problem.ts'
import type { Context } from '#server/platform/context.ts'
import { scope, type ScopeContext } from '#server/platform/db/scope.ts'
import { encryptSsn, ssnPlace } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import type { Sealed } from '#server/records/students/index.ts'

/** Returns the encrypted SSN of a dependent. @throws Problem 404 */
export const findSealedSsn = async (context: ScopeContext, id: number): Promise<Sealed> => {
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

/** What dependents are written with: a caller’s scope, or the system’s for one school. */
export type DependentContext = ScopeContext & Pick<Context, 'clock' | 'services'>

/** The columns for a new SSN, and its history entry with masks. */
interface SsnWrite {
  readonly columns: { readonly ssn_cipher?: Buffer | null; readonly ssn_last_four?: string | null }
  readonly changes: readonly FieldChange[]
}

const nothing: SsnWrite = { columns: {}, changes: [] }

/** The owner of the SSN: the student’s current dependent, or null for a new one. */
interface SsnOwner {
  readonly studentId: number
  readonly before: { readonly id: number; readonly ssn: string | null } | null
}

/**
 * Returns the new SSN columns. Unchanged if it’s missing or its own mask; null clears it. The same 9 digits are a change
 * like any others: “unchanged” would tell a user who may not see the SSN that they guessed it.
 * @throws Problem 422 on another SSN’s mask
 */
export const writeSsn = (
  context: DependentContext,
  { studentId, before }: SsnOwner,
  ssn: string | null | undefined,
  field: string,
): SsnWrite => {
  const mask = before?.ssn ?? null
  if (ssn === undefined || ssn === mask) return nothing
  const change = (after: string | null): FieldChange[] => [{ field: 'ssn', before: mask, after }]
  if (ssn === null) return { columns: { ssn_cipher: null, ssn_last_four: null }, changes: change(null) }
  const digits = toSsn(ssn)
  if (digits === null) throw problem.invalid({ [field]: texts.nine_digits })
  return {
    columns: {
      ssn_cipher: encryptSsn(context.services.keys, ssnPlace('dependents', studentId), digits),
      ssn_last_four: digits.slice(-4),
    },
    changes: change(ssnMask(digits.slice(-4))),
  }
}
