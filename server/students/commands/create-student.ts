import { sql, type RawBuilder } from 'kysely'
import { ssnMask, toSsn } from '#contract/fields.ts'
import { texts } from '#contract/problem.ts'
import type { StudentField } from '#contract/students/fields.ts'
import type { Context } from '../../context.ts'
import { fieldChanges, type Entry } from '../../history/index.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import { sealSsn } from '../../lib/crypt.ts'
import { problem } from '../../problem.ts'
import { birthDayError, placeErrors, stateCode } from '../rules.ts'

/** A student's fields as they were sent and validated by the contract. */
export type StudentValues = { readonly [K in StudentField]?: string | boolean | null | undefined }

interface NewStudent {
  readonly sid: string
  readonly first_name: string
  readonly last_name: string
  readonly dob: string
}

const required = ['sid', 'first_name', 'last_name', 'dob'] as const

/** @throws Problem 422 naming every field a new student must have */
export const assertWhole = (values: StudentValues): StudentValues & NewStudent => {
  const missing = required.filter((field) => values[field] == null)
  if (missing.length > 0)
    throw problem.invalid(Object.fromEntries(missing.map((field) => [field, texts.required])))
  // every required field is a text by its schema, and none is missing
  return values as StudentValues & NewStudent
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A student as they are to be written. */
export interface PreparedStudent {
  readonly id: number
  /** The statement that makes them, answering the row. */
  readonly insert: RawBuilder<unknown>
  readonly entry: Entry
}

/** The id of a student who is about to be made: an SSN is bound to whose it is. */
export const takeStudentId = sql<number>`nextval('students_id_seq')`

/**
 * Makes a student of a school ready to be written; that the student ID and the SSN are free is judged by the database.
 * @throws Problem 422
 */
export const prepareStudent = (
  context: Context,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  given: StudentValues,
): PreparedStudent => {
  const { ssn, ...values } = assertWhole(given)
  const place = { state: textOf(values.state), zip: textOf(values.zip), country: textOf(values.country) }
  const today = dayIn(context.clock, officeTimeZone)
  const errors = { ...placeErrors(place), ...birthDayError(values.dob, today) }
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  const digits = typeof ssn === 'string' ? toSsn(ssn) : null
  if (typeof ssn === 'string' && digits === null) throw problem.invalid({ ssn: texts.invalid })
  const isUs = (place.country ?? 'US') === 'US'
  const row = { ...values, state: isUs && place.state !== null ? stateCode(place.state) : place.state }
  const sealed = digits === null ? {} : sealSsn(context.house.keys, { id, school_id }, digits)
  const shown = digits === null ? row : { ...row, ssn: ssnMask(digits.slice(-4)) }
  return {
    id,
    insert: insertOf(context, { ...row, ...sealed, id, school_id }),
    entry: {
      kind: 'student_created',
      subject: { type: 'student', id },
      school_id,
      student_id: id,
      changes: fieldChanges({}, shown),
    },
  }
}

const insertOf = (context: Context, values: Readonly<Record<string, unknown>>): RawBuilder<unknown> => {
  const now = context.clock.now().toISOString()
  const row = { ...values, created_at: now, updated_at: now }
  return sql`insert into students (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) overriding system value
    values (${sql.join(Object.values(row))}) returning *`
}
