import { isStorableText } from '#contract/platform/fields.ts'
import {
  importFieldLabel,
  nameParts,
  requiredImportFields,
  type DateOrder,
  type ImportField,
  type ImportTarget,
} from '#contract/review/imports/choices.ts'
import { splitName } from '#contract/review/imports/split-name.ts'
import { phoneText } from '#contract/platform/phone.ts'
import { unguardCell } from '#server/platform/lib/csv.ts'
import type { Mapping } from './propose-mapping.ts'
import { readPhoneCell, readState, readZip } from './read-place.ts'
import { readerOf } from './read-value.ts'
import { textOf, type Reading, type RowError, type Value, isSpoiled } from './reading.ts'

/** The values of a row by field, without blank cells. */
export type Values = { readonly [F in ImportField]?: Value }

/** A roster row after the checks that need no other data. */
export interface ReadRow {
  /** The record’s number in the file; the header is 1. */
  readonly row: number
  readonly values: Values
  readonly errors: readonly RowError[]
  /** Cells that say that something isn’t known; they count as empty. */
  readonly unknown: readonly UnknownCell[]
}

/** A cell that says that something isn’t known. */
interface UnknownCell {
  readonly column: string
  readonly field: ImportField
  readonly value: string
}

/** A mapped column: its position, its header as in the file, and its field. */
export interface MappedColumn {
  readonly index: number
  readonly header: string
  readonly field: ImportTarget
}

/** What reading a row requires. */
interface RowContext {
  readonly columns: readonly MappedColumn[]
  /** The number of cells in the header. */
  readonly width: number
  readonly today: string
  /** The order of month and day in its dates. */
  readonly dateOrder?: DateOrder | undefined
}

/** Returns the columns to read, in file order. */
export const mappedColumns = (headers: readonly string[], mapping: Mapping): MappedColumn[] => {
  const seen = new Set<string>()
  return headers.flatMap((header, index) => {
    const field = mapping[header]
    if (field == null || seen.has(header)) return []
    seen.add(header)
    return [{ index, header, field }]
  })
}

export const isBlankRecord = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

const spoiled = 'This value has characters that couldn’t be read. Fix it in the file.'

const spreadsheetError = 'A formula in this cell has an error. Fix it in the file, or clear the cell.'

const readCell = (field: ImportField, cell: string, { today, dateOrder }: RowContext): Reading => {
  if (!isStorableText(cell)) return { wrong: 'This value has characters that can’t be saved.' }
  if (isSpoiled(cell)) return { wrong: spoiled }
  if (/^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/.test(cell)) return { wrong: spreadsheetError }
  return readerOf.get(field)?.(cell, today, dateOrder) ?? { value: cell }
}

/** Returns a cell as text, with composed letters and without a guard against formulas. */
const textOfCell = (cells: readonly string[], index: number): string => {
  const cell = unguardCell((cells[index] ?? '').trim())
  // most cells are ASCII, which is composed
  return /[\u0080-\uFFFF]/.test(cell) ? cell.normalize('NFC') : cell
}

const noName = { last_name: '', first_name: '', middle_initial: '' }

/** Returns the texts of a record by field: a whole name is split, unless its parts have columns. */
const fieldTexts = (
  row: number,
  cells: readonly string[],
  { columns }: RowContext,
): { texts: { header: string; field: ImportField; cell: string }[]; errors: RowError[] } => {
  const errors: RowError[] = []
  const own = new Set(columns.map(({ field }) => field))
  const texts = columns.flatMap(({ index, header, field }) => {
    const cell = textOfCell(cells, index)
    if (field !== 'full_name') return [{ header, field, cell }]
    const parts = cell === '' ? noName : splitName(cell)
    if (parts)
      return nameParts
        .filter((part) => !own.has(part))
        .map((part) => ({ header, field: part, cell: parts[part] }))
    errors.push({ row, column: header, message: 'Write the name as “Last, First”.' })
    return []
  })
  return { texts, errors }
}

/** Reads the cells of a record and returns their values and errors. */
export const readRow = (row: number, cells: readonly string[], context: RowContext): ReadRow => {
  const values: { [F in ImportField]?: Value } = {}
  const unknown: UnknownCell[] = []
  const { texts, errors } = fieldTexts(row, cells, context)
  for (const { header, field, cell } of texts) {
    if (cell === '') continue
    const reading = readCell(field, cell, context)
    if ('value' in reading) values[field] = reading.value
    else if ('wrong' in reading) errors.push({ row, column: header, message: reading.wrong })
    else unknown.push({ column: header, field, value: cell })
  }
  settleSingleName(values, unknown)
  const wrong = new Set(errors.map(({ column }) => column))
  for (const { header, field } of texts)
    if (isRequired(field) && values[field] === undefined && !wrong.has(header))
      errors.push({ row, column: header, message: `${importFieldLabel(field)} is required.` })
  const extra = cells.slice(context.width).filter((cell) => cell.trim() !== '').length
  if (extra > 0) errors.push({ row, column: null, message: 'This row has more cells than the header row.' })
  return { row, values, errors, unknown }
}

/** Takes the first name as the last name of someone whose row says that they have no last name. A blank one is an error. */
const settleSingleName = (values: { [F in ImportField]?: Value }, unknown: readonly UnknownCell[]): void => {
  const hasNone = unknown.some(({ field }) => field === 'last_name')
  if (!hasNone || values.last_name !== undefined || values.first_name === undefined) return
  values.last_name = values.first_name
  delete values.first_name
}

const isRequired = (field: ImportField): boolean =>
  field !== 'first_name' && requiredImportFields.some((required) => required === field)

/** Checks state, ZIP and phone with the row’s country, or else the saved one. A saved phone number stays as it is. */
export const settlePlaces = (
  read: ReadRow,
  columns: readonly MappedColumn[],
  stored: Readonly<Record<string, Value | null>> | undefined,
): ReadRow => {
  const country = textOf(read.values.country) ?? textOf(stored?.['country'])
  const values: { [F in ImportField]?: Value } = { ...read.values }
  const errors = [...read.errors]
  for (const [field, judge] of [
    ['state', readState],
    ['zip', readZip],
    ['phone', phoneReaderFor(textOf(stored?.['phone']))],
  ] as const) {
    const value = read.values[field]
    if (typeof value !== 'string') continue
    const reading = judge(value, country)
    if ('value' in reading) values[field] = reading.value
    else if ('wrong' in reading) {
      const header = columns.find((column) => column.field === field)?.header ?? null
      errors.push({ row: read.row, column: header, message: reading.wrong })
    }
  }
  return { ...read, values, errors }
}

/** A file that was exported has the saved number as the list shows it. */
const phoneReaderFor =
  (saved: string | null) =>
  (cell: string, country: string | null): Reading =>
    saved !== null && (cell === saved || cell === phoneText(saved))
      ? { value: saved }
      : readPhoneCell(cell, country)
