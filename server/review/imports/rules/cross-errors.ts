import type { ImportField } from '#contract/review/imports/choices.ts'
import type { Term } from '#contract/setup/periods/proration.ts'
import type { waitingStatus } from '#server/platform/coverage/index.ts'
import { withinYearText } from '#server/platform/lib/day-text.ts'
import type { MappedColumn, ReadRow } from './read-row.ts'
import { textOf, type RowError, type StoredStudent } from './reading.ts'

/** What a row is checked against. */
interface RowComparison {
  /** The matching student; null for a new one. */
  readonly stored: StoredStudent | null
  /** The leave that the academic status starts or ends: its dates, and the day for which it waits. */
  readonly leave: {
    readonly dates: Readonly<Record<string, string | null>>
    readonly waiting: ReturnType<typeof waitingStatus>
  }
  readonly period: Term
}

/** Returns the errors of a row compared with saved data. */
export const crossErrors = (
  read: ReadRow,
  compared: RowComparison,
  columns: readonly MappedColumn[],
): RowError[] => [
  ...birthDateMissing(read, compared.stored, columns),
  ...orderErrors(read, compared, columns),
  ...lateErrors(read, compared, columns),
]

/** A leave or return that waits is made before the policy year ends. */
const lateErrors = (
  { row }: ReadRow,
  { leave: { waiting }, period }: RowComparison,
  columns: readonly MappedColumn[],
): RowError[] =>
  waiting && waiting.planned_status_on > period.ends_on
    ? [{ row, column: headerOf(waiting.field, columns), message: withinYearText(period) }]
    : []

export const headerOf = (field: ImportField, columns: readonly MappedColumn[]): string | null =>
  columns.find((column) => column.field === field)?.header ?? null

const birthDateMissing = (
  read: ReadRow,
  stored: StoredStudent | null,
  columns: readonly MappedColumn[],
): RowError[] => {
  const column = headerOf('dob', columns)
  const isTold = column !== null && read.errors.some((error) => error.column === column)
  if (stored || read.values.dob !== undefined || isTold) return []
  return [{ row: read.row, column, message: 'Add a date of birth. It’s required for a new student.' }]
}

const datePairs = [
  ['loa_start_on', 'loa_end_on', 'Enter a date on or after the leave start date.'],
  ['expected_start_on', 'expected_graduation_on', 'Enter a date on or after the expected start date.'],
] as const

/** Checks the order of paired dates, whether they come from the row, its leave or saved data. */
const orderErrors = (
  read: ReadRow,
  { stored, leave }: RowComparison,
  columns: readonly MappedColumn[],
): RowError[] =>
  datePairs.flatMap(([first, second, message]) => {
    // a leave that waits empties the end of the one before
    const dates = leave.waiting?.field === 'loa_start_on' ? { loa_end_on: null } : leave.dates
    if (read.values[first] === undefined && read.values[second] === undefined) return []
    const dayOf = (field: typeof first | typeof second) =>
      textOf(read.values[field]) ?? textOf(field in dates ? dates[field] : stored?.enrollment?.values[field])
    const [start, end] = [dayOf(first), dayOf(second)]
    if (start === null || end === null || start <= end) return []
    const named = read.values[second] === undefined ? first : second
    return [{ row: read.row, column: headerOf(named, columns), message }]
  })
