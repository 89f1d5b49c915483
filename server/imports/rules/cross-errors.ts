import type { ImportField } from '#contract/imports/choices.ts'
import type { ImportError } from '#contract/imports/shapes.ts'
import type { MappedColumn, ReadRow } from './read-row.ts'
import { textOf } from './reading.ts'
import type { StoredStudent } from './stored.ts'

/** What a row is judged beside. */
interface Beside {
  /** Its student; null for a new one. */
  readonly stored: StoredStudent | null
  /** The sid of the school's student who has its SSN. */
  readonly ssnOwner: string | null
  /** The dates of the leave that its academic status begins or ends. */
  readonly leave: Readonly<Record<string, string | null>>
}

/** What is wrong with a row beside what is stored. */
export const crossErrors = (
  read: ReadRow,
  beside: Beside,
  columns: readonly MappedColumn[],
): ImportError[] => [
  ...birthDateMissing(read, beside.stored, columns),
  ...orderErrors(read, beside, columns),
  ...ssnTaken(read, beside.ssnOwner, columns),
]

export const headerOf = (field: ImportField, columns: readonly MappedColumn[]): string | null =>
  columns.find((column) => column.field === field)?.header ?? null

const birthDateMissing = (
  read: ReadRow,
  stored: StoredStudent | null,
  columns: readonly MappedColumn[],
): ImportError[] => {
  const column = headerOf('dob', columns)
  const isTold = column !== null && read.errors.some((error) => error.column === column)
  if (stored || read.values.dob !== undefined || isTold) return []
  return [{ row: read.row, column, message: 'A new student needs a date of birth: it is required.' }]
}

const datePairs = [
  ['loa_start_on', 'loa_end_on', 'This date is before the start of the leave.'],
  ['expected_start_on', 'expected_graduation_on', 'This date is before the expected start.'],
] as const

/** Dates that come in pairs must be in order, be they of the row, of the leave it begins or ends, or stored. */
const orderErrors = (
  read: ReadRow,
  { stored, leave }: Beside,
  columns: readonly MappedColumn[],
): ImportError[] =>
  datePairs.flatMap(([first, second, message]) => {
    if (read.values[first] === undefined && read.values[second] === undefined) return []
    const dayOf = (field: typeof first | typeof second) =>
      textOf(read.values[field]) ?? textOf(field in leave ? leave[field] : stored?.enrollment?.values[field])
    const [start, end] = [dayOf(first), dayOf(second)]
    if (start === null || end === null || start <= end) return []
    const named = read.values[second] === undefined ? first : second
    return [{ row: read.row, column: headerOf(named, columns), message }]
  })

const ssnTaken = (read: ReadRow, ssnOwner: string | null, columns: readonly MappedColumn[]): ImportError[] =>
  ssnOwner === null || ssnOwner === read.values.sid
    ? []
    : [{ row: read.row, column: headerOf('ssn', columns), message: `The student ${ssnOwner} has this SSN.` }]
