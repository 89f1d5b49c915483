import * as z from 'zod/mini'
import { emailAddress, toE164, toSsn } from '#contract/fields.ts'
import { importFields, type ImportField } from '#contract/imports/choices.ts'
import { enrollmentFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import type { Format, RecordField } from '#contract/record-field.ts'
import type { ColumnKind } from '#contract/table-filters.ts'
import { readDate } from './read-date.ts'
import { readCountry } from './read-place.ts'
import { choices, orWrong, wrong, type Reader, type Value } from './reading.ts'

const fields: Readonly<Record<ImportField, RecordField>> = { ...studentFields, ...enrollmentFields }

/** A cell that is the value, but for its kind, if the schema of the field lets it in. */
function byItsSchema(field: ImportField, valueOf: (cell: string) => Value = (cell) => cell): Reader {
  const { schema } = fields[field]
  return (cell) => {
    const read = z.safeParse(schema, valueOf(cell))
    // no field takes anything but text, numbers and yes or no
    if (read.success) return { value: read.data as Value }
    const issue = read.error.issues[0]
    return wrong(
      issue?.code === 'too_big' && issue.origin === 'string'
        ? `This is longer than ${issue.maximum} characters.`
        : 'This is not valid.',
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

/** The choices of a field by their names and by their words. */
const choiceWords = (field: ImportField): (readonly [name: string, value: string])[] => {
  const { choices: values = [], choiceLabels } = fields[field]
  return values.flatMap((value) => [
    [value, value],
    [choiceLabels?.[value] ?? value, value],
  ])
}

/** A middle name stands for its initial. */
const initial: Reader = (cell) => ({ value: cell.length <= 5 ? cell : ([...cell][0] ?? cell) })

/** What only the cells of one field need: other words, or a reason of their own. */
const ownReaders: Partial<Record<ImportField, Reader>> = {
  middle_initial: initial,
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
  npi_number: (cell) =>
    /^\d{10}$/.test(cell) ? { value: cell } : wrong('This is not an NPI of ten digits.'),
  graduation_year: year,
  academic_status: choices(
    [...choiceWords('academic_status'), ['LOA', 'leave_of_absence']],
    'This is not an academic status.',
  ),
}

const byFormat: Partial<Record<Format, Reader>> = {
  birth: birthDay,
  ssn: (cell) => orWrong(toSsn(cell), 'This is not an SSN of nine digits.'),
  phone: (cell) => orWrong(toE164(cell), 'This is not a phone number.'),
  email: (cell) =>
    z.safeParse(emailAddress, cell).success ? { value: cell } : wrong('This is not an email address.'),
}

const byKind: Readonly<Record<ColumnKind, (field: ImportField) => Reader>> = {
  text: byItsSchema,
  money: byItsSchema,
  instant: byItsSchema,
  number: (field) => byItsSchema(field, Number),
  date: () => day,
  boolean: () => yesNo,
  choice: (field) => choices(choiceWords(field), 'This is none of the choices of the field.'),
}

const readerFor = (field: ImportField): Reader => {
  const { kind, format } = fields[field]
  return ownReaders[field] ?? (format && byFormat[format]) ?? byKind[kind](field)
}

/** How the cells of a field are read, by what the field is. */
export const readerOf: ReadonlyMap<ImportField, Reader> = new Map(
  importFields.map((field) => [field, readerFor(field)]),
)
