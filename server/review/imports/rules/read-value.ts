import * as z from 'zod/mini'
import { emailAddress, toSsn } from '#contract/platform/fields.ts'
import {
  importFields,
  rosterFields,
  type DateOrder,
  type ImportField,
  type ImportTarget,
} from '#contract/review/imports/choices.ts'
import { enrollmentFields } from '#contract/platform/record/student-period-fields.ts'
import { studentFields } from '#contract/platform/record/student-fields.ts'
import { choicesOf, type Format, type RecordField } from '#contract/platform/record/record-field.ts'
import type { ColumnKind } from '#contract/platform/table-filters.ts'
import { dateForms, isPastMonthEnd, readDate } from './read-date.ts'
import { readCountry, readPhoneCell } from './read-place.ts'
import { choices, orRejection, orUnknown, rejection, type Reader, type Value } from './reading.ts'

const fields: Readonly<Record<ImportField, RecordField>> = {
  ...studentFields,
  ...enrollmentFields,
  ...rosterFields,
}

/** Reads a cell whose text is the value, if the field’s schema allows it. */
function byItsSchema(field: ImportField, valueOf: (cell: string) => Value = (cell) => cell): Reader {
  const { schema } = fields[field]
  return (cell) => {
    const read = z.safeParse(schema, valueOf(cell))
    // no field has values other than text, numbers and booleans
    if (read.success) return { value: read.data as Value }
    const issue = read.error.issues[0]
    return rejection(
      issue?.code === 'too_big' && issue.origin === 'string'
        ? `Use ${issue.maximum} characters or fewer.`
        : 'This value isn’t allowed.',
    )
  }
}

const notADate = (cell: string, order: DateOrder): string =>
  isPastMonthEnd(cell, order)
    ? 'This date doesn’t exist. Check the month and the day.'
    : `Enter a date as ${dateForms[order]}.`

const day: Reader = (cell, today, order = 'mdy') =>
  orRejection(readDate(cell, today, 'around', order), notADate(cell, order))

const birthDay: Reader = (cell, today, order = 'mdy') => {
  const value = readDate(cell, today, 'past', order)
  if (value === null) return rejection(notADate(cell, order))
  if (value > today) return rejection('Enter a date in the past.')
  return value < '1900-01-01' ? rejection('Enter a date after 1899.') : { value }
}

const year: Reader = (cell) =>
  /^\d{4}$/.test(cell) && Number(cell) >= 1950 && Number(cell) <= 2100
    ? { value: Number(cell) }
    : rejection('Enter a year from 1950 to 2100.')

const yesWords: ReadonlySet<string> = new Set(['yes', 'y', 'true', 't', '1'])
const noWords: ReadonlySet<string> = new Set(['no', 'n', 'false', 'f', '0'])
const yesNo: Reader = (cell) => {
  const word = cell.toLowerCase()
  if (!yesWords.has(word) && !noWords.has(word)) return rejection('Enter yes or no.')
  return { value: yesWords.has(word) }
}

/** Returns the choices of a field by value and by label. */
const choiceWords = (field: ImportField): (readonly [name: string, value: string])[] =>
  choicesOf(fields[field]).flatMap(({ value, label }) => [
    [value, value],
    [label, value],
  ])

/** Reads a middle name as its initial, whatever its length. */
const initial: Reader = (cell) => ({ value: ([...cell][0] ?? cell).toLocaleUpperCase('en-US') })

/** Words for a gender that isn’t known. */
const notKnown = [
  'u',
  'n',
  'un',
  'unk',
  'unknown',
  'undisclosed',
  'unspecified',
  'unreported',
  'not specified',
  'not reported',
  'not disclosed',
  'not available',
  'not known',
  'not provided',
  'not applicable',
  'no answer',
  'no response',
  'n/a',
  'none',
  'null',
  'blank',
  'declined',
  'declined to state',
  'decline to state',
  'decline to answer',
  'prefer not to say',
  'prefer not to answer',
]

const otherGenders = [
  'x',
  'o',
  'nb',
  'enby',
  'other',
  'another',
  'another gender',
  'non-binary',
  'nonbinary',
  'diverse',
  'genderqueer',
  'gender nonconforming',
  'agender',
  'two-spirit',
]

/** What systems and visas write where someone has one name: first (or last) name unknown. */
const noNames = [
  'fnu',
  'lnu',
  'nfn',
  'nln',
  'n/a',
  'no first name',
  'no last name',
  'no given name',
  'no surname',
  'first name unknown',
  'last name unknown',
]

/** Rules for single fields: other labels, or their own error messages. */
const ownReaders: Partial<Record<ImportField, Reader>> = {
  middle_initial: initial,
  first_name: orUnknown(noNames, byItsSchema('first_name')),
  last_name: orUnknown(noNames, byItsSchema('last_name')),
  gender: orUnknown(
    notKnown,
    choices(
      [
        ...['f', 'female', 'w', 'woman', 'girl'].map((word) => [word, 'female'] as const),
        ...['m', 'male', 'man', 'boy'].map((word) => [word, 'male'] as const),
        ...otherGenders.map((word) => [word, 'x'] as const),
      ],
      'Enter F, M or X.',
    ),
  ),
  country: readCountry,
  // read with the row's country (`settlePlaces`)
  phone: (cell) => ({ value: cell }),
  npi_number: (cell) => (/^\d{10}$/.test(cell) ? { value: cell } : rejection('Enter a 10-digit NPI.')),
  graduation_year: year,
  academic_status: choices(
    [...choiceWords('academic_status'), ['LOA', 'leave_of_absence']],
    'Enter an academic status from the list.',
  ),
}

const byFormat: Partial<Record<Format, Reader>> = {
  birth: birthDay,
  ssn: (cell) => orRejection(toSsn(cell), 'Enter a 9-digit SSN.'),
  phone: (cell) => readPhoneCell(cell, 'US'),
  email: (cell) =>
    z.safeParse(emailAddress, cell).success ? { value: cell } : rejection('Enter an email address.'),
}

const byKind: Readonly<Record<ColumnKind, (field: ImportField) => Reader>> = {
  text: byItsSchema,
  money: byItsSchema,
  instant: byItsSchema,
  number: (field) => byItsSchema(field, Number),
  date: () => day,
  boolean: () => yesNo,
  choice: (field) => choices(choiceWords(field), 'Choose a value from the list.'),
}

const readerFor = (field: ImportField): Reader => {
  const { kind, format } = fields[field]
  return ownReaders[field] ?? (format && byFormat[format]) ?? byKind[kind](field)
}

/** Returns whether a field’s cells are dates. */
export const isDateField = (field: ImportTarget): boolean =>
  field !== 'full_name' && fields[field].kind === 'date'

/** How each field’s cells are read, by its kind. */
export const readerOf: ReadonlyMap<ImportField, Reader> = new Map(
  importFields.map((field) => [field, readerFor(field)]),
)
