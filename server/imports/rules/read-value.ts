import * as z from 'zod/mini'
import { emailAddress, toE164, toSsn } from '#contract/fields.ts'
import { importFields, type ImportField } from '#contract/imports/choices.ts'
import { academicStatuses, academicStatusLabels } from '#contract/student-periods/choices.ts'
import { enrollmentFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import type { RecordField } from '#contract/record-field.ts'
import { readDate } from './read-date.ts'
import { readCountry } from './read-place.ts'
import { choices, orWrong, wrong, type Reader } from './reading.ts'

const fields: Readonly<Record<ImportField, RecordField>> = { ...studentFields, ...enrollmentFields }

const text = (field: ImportField): Reader => {
  const { schema } = fields[field]
  return (cell) => {
    const issue = z.safeParse(schema, cell).error?.issues[0]
    if (!issue) return { value: cell }
    return wrong(
      issue.code === 'too_big' ? `This is longer than ${issue.maximum} characters.` : 'This is not valid.',
    )
  }
}

const day: Reader = (cell, today) => orWrong(readDate(cell, today, 'around'), 'This is not a date.')

const birthDay: Reader = (cell, today) => {
  const value = readDate(cell, today, 'past')
  if (value === null) return wrong('This is not a date.')
  if (value > today) return wrong('This date is in the future.')
  return value < '1900-01-01' ? wrong('This date is before 1900.') : { value }
}

const email: Reader = (cell) =>
  z.safeParse(emailAddress, cell).success ? { value: cell } : wrong('This is not an email address.')

const year: Reader = (cell) =>
  /^\d{4}$/.test(cell) && Number(cell) >= 1950 && Number(cell) <= 2100
    ? { value: Number(cell) }
    : wrong('This is not a year from 1950 to 2100.')

const yesWords: ReadonlySet<string> = new Set(['yes', 'y', 'true', 't', '1'])
const noWords: ReadonlySet<string> = new Set(['no', 'n', 'false', 'f', '0'])
const yesNo: Reader = (cell) => {
  const word = cell.toLowerCase()
  if (!yesWords.has(word) && !noWords.has(word)) return wrong('This is not a yes or a no.')
  return { value: yesWords.has(word) }
}

/** A middle name stands for its initial. */
const initial: Reader = (cell) => ({ value: cell.length <= 5 ? cell : ([...cell][0] ?? cell) })

const readers: Partial<Record<ImportField, Reader>> = {
  middle_initial: initial,
  dob: birthDay,
  ssn: (cell) => orWrong(toSsn(cell), 'This is not an SSN of nine digits.'),
  gender: choices(
    [
      ['f', 'female'],
      ['m', 'male'],
      ['x', 'x'],
      ['female', 'female'],
      ['male', 'male'],
    ],
    'This is not a gender: F, M or X.',
  ),
  country: readCountry,
  phone: (cell) => orWrong(toE164(cell), 'This is not a phone number.'),
  personal_email: email,
  university_email: email,
  npi_number: (cell) =>
    /^\d{10}$/.test(cell) ? { value: cell } : wrong('This is not an NPI of ten digits.'),
  include_dependents: yesNo,
  graduation_year: year,
  academic_status: choices(
    [
      ...academicStatuses.flatMap(
        (status) =>
          [
            [status, status],
            [academicStatusLabels[status], status],
          ] as const,
      ),
      ['LOA', 'leave_of_absence'],
    ],
    'This is not an academic status.',
  ),
  expected_start_on: day,
  expected_graduation_on: day,
  loa_start_on: day,
  loa_end_on: day,
  disbursement_on: day,
}

/** How the cells of a field are read: everything without a reader of its own is text of its length. */
export const readerOf: ReadonlyMap<ImportField, Reader> = new Map(
  importFields.map((field) => [field, readers[field] ?? text(field)]),
)
