import * as z from 'zod/mini'
import { emailAddress, toSsn } from '#contract/fields.ts'
import { importFields, type ImportField } from '#contract/imports/choices.ts'
import { enrollmentFields } from '#contract/student-periods/fields.ts'
import { studentFields } from '#contract/students/fields.ts'
import { choicesOf, type Format, type RecordField } from '#contract/record-field.ts'
import type { ColumnKind } from '#contract/table-filters.ts'
import { readCountry, readPhoneCell } from './read-place.ts'
import { choices, orRejection, rejection, type Reader, type Value } from './reading.ts'

const fields: Readonly<Record<ImportField, RecordField>> = { ...studentFields, ...enrollmentFields }

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

const day: Reader = (cell, today) =>
  orRejection(readDate(cell, today, 'around'), 'Enter a date as mm/dd/yyyy.')

const birthDay: Reader = (cell, today) => {
  const value = readDate(cell, today, 'past')
  if (value === null) return rejection('Enter a date as mm/dd/yyyy.')
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

/** Rules for single fields: other labels, or their own error messages. */
const ownReaders: Partial<Record<ImportField, Reader>> = {
  middle_initial: initial,
  gender: choices(
    [
      ['f', 'female'],
      ['m', 'male'],
      ['x', 'x'],
      ['nb', 'x'],
      ['non-binary', 'x'],
      ['nonbinary', 'x'],
      ['other', 'x'],
      ['o', 'x'],
      ['w', 'female'],
      ['woman', 'female'],
      ['man', 'male'],
      ['female', 'female'],
      ['male', 'male'],
    ],
    'Enter F, M or X.',
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

/** How each field’s cells are read, by its kind. */
export const readerOf: ReadonlyMap<ImportField, Reader> = new Map(
  importFields.map((field) => [field, readerFor(field)]),
)

/** How a 2-digit year is read (decisions section 1). */
type Century = 'past' | 'around'

interface Parts {
  readonly year: string
  readonly month: number
  readonly date: number
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (name: string): number => months.indexOf(name.slice(0, 3).toLowerCase()) + 1

const byOrder = (year = '', month = '', date = ''): Parts => ({
  year,
  month: /^\d/.test(month) ? Number(month) : monthOf(month),
  date: Number(date),
})

/** The accepted date formats; a time of day at the end is ignored. */
const shapes: readonly { pattern: RegExp; read: (match: RegExpExecArray) => Parts }[] = [
  // 2001-03-07, 2001/3/7
  { pattern: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, read: (m) => byOrder(m[1], m[3], m[4]) },
  // 3/7/2001, 03-07-01
  { pattern: /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/, read: (m) => byOrder(m[4], m[1], m[3]) },
  // 7-Mar-2001, 07 March 01
  {
    pattern: /^(\d{1,2})[- ]([a-z]{3,9})\.?,?[- ](\d{4}|\d{2})$/i,
    read: (m) => byOrder(m[3], m[2], m[1]),
  },
  // March 7, 2001
  { pattern: /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i, read: (m) => byOrder(m[3], m[1], m[2]) },
  // 20010307
  { pattern: /^((?:19|20|21)\d\d)(\d\d)(\d\d)$/, read: (m) => byOrder(m[1], m[2], m[3]) },
  // 03072001
  { pattern: /^(\d\d)(\d\d)(\d{4})$/, read: (m) => byOrder(m[3], m[1], m[2]) },
]

const timeOfDay = /[T ]\d{1,2}:\d\d(:\d\d(\.\d+)?)?( ?[ap]m)?(Z|[+-]\d\d:?\d\d)?$/i

/**
 * Parses a date as rosters write it, U.S. order first, and returns `YYYY-MM-DD`; null if it isn’t a date. A
 * 2-digit year means the latest such date not after `today` (`past`, birth dates), or else the latest within
 * the next 10 years.
 */
export const readDate = (text: string, today: string, century: Century): string | null => {
  const bare = text.replace(timeOfDay, '')
  for (const { pattern, read } of shapes) {
    const match = pattern.exec(bare)
    if (match) return toDay(read(match), today, century)
  }
  return null
}

const toDay = ({ year, month, date }: Parts, today: string, century: Century): string | null => {
  if (year.length === 4) return dayOf(Number(year), month, date)
  const thisYear = Number(today.slice(0, 4))
  const limit = century === 'past' ? today : `${thisYear + 10}${today.slice(4)}`
  const first = Number(limit.slice(0, 4)) - (Number(limit.slice(0, 4)) % 100) + Number(year)
  const candidates = [first, first - 100].map((full) => dayOf(full, month, date))
  return candidates.find((day) => day !== null && day <= limit) ?? null
}

const dayOf = (year: number, month: number, date: number): string | null => {
  if (month < 1 || month > 12 || date < 1) return null
  if (date > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(date)}`
}
