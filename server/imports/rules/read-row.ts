import { isKeepable } from '#contract/fields.ts'
import { importFieldLabel, requiredImportFields, type ImportField } from '#contract/imports/choices.ts'
import type { ImportError } from '#contract/imports/shapes.ts'
import { withoutGuard } from '#server/lib/csv.ts'
import type { Mapping } from './map-headers.ts'
import { readState, readZip } from './read-place.ts'
import { readerOf } from './read-value.ts'
import type { Reading, Value } from './reading.ts'

/** The values of a row by field; a blank cell gives none. */
export type Values = { readonly [F in ImportField]?: Value }

/** A row of a roster as far as it can be judged by itself. */
export interface ReadRow {
  /** The record's number in the file; the header is 1. */
  readonly row: number
  readonly values: Values
  readonly errors: readonly ImportError[]
}

/** A mapped column: where it stands, its header as in the file, its field. */
export interface MappedColumn {
  readonly index: number
  readonly header: string
  readonly field: ImportField
}

/** What reading a row needs to know. */
export interface RowContext {
  readonly columns: readonly MappedColumn[]
  /** How many cells the header has. */
  readonly width: number
  readonly today: string
}

/** The columns that are read, in the order of the file. */
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

const readCell = (field: ImportField, cell: string, today: string): Reading => {
  if (!isKeepable(cell)) return { wrong: 'This holds characters that cannot be stored.' }
  return readerOf.get(field)?.(cell, today) ?? { value: cell }
}

/** Reads the cells of a record: every value that is one, and an error for each that is none. */
export const readRow = (row: number, cells: readonly string[], context: RowContext): ReadRow => {
  const values: { [F in ImportField]?: Value } = {}
  const errors: ImportError[] = []
  for (const { index, header, field } of context.columns) {
    const cell = withoutGuard((cells[index] ?? '').trim())
    if (cell === '') continue
    const reading = readCell(field, cell, context.today)
    if ('value' in reading) values[field] = reading.value
    else errors.push({ row, column: header, message: reading.wrong })
  }
  errors.push(...missingIn(row, cells, context))
  const extra = cells.slice(context.width).filter((cell) => cell.trim() !== '').length
  if (extra > 0) errors.push({ row, column: null, message: 'This row has more cells than the header.' })
  return { row, values, errors }
}

const missingIn = (row: number, cells: readonly string[], context: RowContext): ImportError[] =>
  context.columns
    .filter(({ index, field }) => isRequired(field) && (cells[index] ?? '').trim() === '')
    .map(({ header, field }) => ({ row, column: header, message: `${importFieldLabel(field)} is required.` }))

const isRequired = (field: ImportField): boolean =>
  requiredImportFields.some((required) => required === field)

/** State and ZIP, judged with the row's country, else with the stored one. */
export const settlePlaces = (
  read: ReadRow,
  columns: readonly MappedColumn[],
  storedCountry: string | null,
): ReadRow => {
  const country = typeof read.values.country === 'string' ? read.values.country : storedCountry
  const values: { [F in ImportField]?: Value } = { ...read.values }
  const errors = [...read.errors]
  for (const [field, judge] of [
    ['state', readState],
    ['zip', readZip],
  ] as const) {
    const value = read.values[field]
    if (typeof value !== 'string') continue
    const reading = judge(value, country)
    if ('value' in reading) values[field] = reading.value
    else {
      const header = columns.find((column) => column.field === field)?.header ?? null
      errors.push({ row: read.row, column: header, message: reading.wrong })
    }
  }
  return { ...read, values, errors }
}
