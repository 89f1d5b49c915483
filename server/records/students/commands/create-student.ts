import { sql, type RawBuilder } from 'kysely'
import { ssnMask, toSsn } from '#contract/platform/fields.ts'
import { texts } from '#contract/platform/problem.ts'
import type { StudentField } from '#contract/platform/record/student-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { fieldChanges, type Entry } from '#server/platform/history/index.ts'
import { dayIn, officeTimeZone } from '#server/platform/lib/clock.ts'
import { ssnColumns } from '#server/platform/lib/crypt.ts'
import { problem } from '#server/platform/problem.ts'
import { birthDayError, phoneError, placeErrors, savedPhone, stateCode } from '../rules/values.ts'

/** A student’s fields as validated by the contract. */
export type StudentValues = { readonly [K in StudentField]?: string | boolean | null | undefined }

interface NewStudent {
  readonly sid: string
  readonly last_name: string
  readonly dob: string
}

const required = ['sid', 'last_name', 'dob'] as const

/** Checks that all required fields of a new student are present. @throws Problem 422 naming every missing field */
const assertComplete = (values: StudentValues): StudentValues & NewStudent => {
  const missing = required.filter((field) => values[field] == null)
  if (missing.length > 0)
    throw problem.invalid(Object.fromEntries(missing.map((field) => [field, texts.required])))
  // by their schema, required fields are text, and none is missing
  return values as StudentValues & NewStudent
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** A student ready to save. */
export interface PreparedStudent {
  readonly id: number
  /** The statement that creates the student and returns the row. */
  readonly insert: RawBuilder<unknown>
  readonly entry: Entry
}

/** SQL that reserves the ID of a new student, because SSNs are encrypted for their owner. */
export const reserveStudentId = sql<number>`nextval('students_id_seq')`

/**
 * Prepares a new student of a school to be saved. The database checks that the student ID isn’t in use, and holds an
 * SSN that another student has.
 * @throws Problem 422
 */
export const prepareStudent = (
  context: Context,
  { id, school_id }: { readonly id: number; readonly school_id: number },
  given: StudentValues,
): PreparedStudent => {
  const { ssn, ...values } = assertComplete(given)
  const place = { state: textOf(values.state), zip: textOf(values.zip), country: textOf(values.country) }
  const today = dayIn(context.clock, officeTimeZone)
  const errors = {
    ...placeErrors(place),
    ...phoneError(values.phone, place.country),
    ...birthDayError(values.dob, today),
  }
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  const digits = typeof ssn === 'string' ? toSsn(ssn) : null
  if (typeof ssn === 'string' && digits === null) throw problem.invalid({ ssn: texts.invalid })
  const isUs = (place.country ?? 'US') === 'US'
  const phone = savedPhone(values.phone, place.country)
  const row = {
    ...values,
    ...phone,
    state: isUs && place.state !== null ? stateCode(place.state) : place.state,
  }
  const sealed = digits === null ? {} : ssnColumns(context.services.keys, { id, school_id }, digits)
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
