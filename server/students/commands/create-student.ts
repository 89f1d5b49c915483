import { sql } from 'kysely'
import { ssnMask, toSsn } from '#contract/fields.ts'
import { texts } from '#contract/problem.ts'
import type { StudentField } from '#contract/students/fields.ts'
import type { Context } from '../../context.ts'
import { fieldChanges, recordHistory, type ActKind } from '../../history/index.ts'
import { dayIn, officeTimeZone } from '../../lib/clock.ts'
import { sealSsn } from '../../lib/crypt.ts'
import { problem } from '../../problem.ts'
import { assertSsnFree } from './assert-ssn-free.ts'
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

/** Creates a student of a school. Answers the id. @throws Problem 422 */
export const createStudent = async (
  context: Context,
  schoolId: number,
  given: StudentValues,
  act: ActKind,
): Promise<number> => {
  const { ssn, ...values } = assertWhole(given)
  const place = { state: textOf(values.state), zip: textOf(values.zip), country: textOf(values.country) }
  const today = dayIn(context.clock, officeTimeZone)
  const errors = { ...placeErrors(place), ...birthDayError(values.dob, today) }
  if (Object.keys(errors).length > 0) throw problem.invalid(errors)
  const digits = typeof ssn === 'string' ? toSsn(ssn) : null
  if (typeof ssn === 'string' && digits === null) throw problem.invalid({ ssn: texts.invalid })
  if (digits !== null) await assertSsnFree(context, schoolId, digits)
  const isUs = (place.country ?? 'US') === 'US'
  const row = { ...values, state: isUs && place.state !== null ? stateCode(place.state) : place.state }
  const id = await insertStudent(context, schoolId, row, digits)
  const shown = digits === null ? row : { ...row, ssn: ssnMask(digits.slice(-4)) }
  await recordHistory(context, act, [
    {
      kind: 'student_created',
      subject: { type: 'student', id },
      school_id: schoolId,
      student_id: id,
      changes: fieldChanges({}, shown),
    },
  ])
  return id
}

const insertStudent = async (
  context: Context,
  schoolId: number,
  values: Readonly<Record<string, unknown>>,
  digits: string | null,
): Promise<number> => {
  const id = await takeId(context)
  const student = { id, school_id: schoolId }
  const sealed = digits === null ? {} : sealSsn(context.house.keys, student, digits)
  const now = context.clock.now().toISOString()
  const row = { ...values, ...sealed, ...student, created_at: now, updated_at: now }
  const names = Object.keys(row).map((name) => sql.ref(name))
  await sql`
    insert into students (${sql.join(names)}) overriding system value
    values (${sql.join(Object.values(row))})`.execute(context.db)
  return id
}

/** Set aside before there is anybody: an SSN is bound to whose it is. */
const takeId = async ({ db }: Context): Promise<number> => {
  const { rows } = await sql<{ id: number }>`select nextval('students_id_seq') as id`.execute(db)
  if (!rows[0]) throw new Error('A sequence has a next value.')
  return rows[0].id
}
