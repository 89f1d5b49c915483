import type { ImportError } from '#contract/review/imports/shapes.ts'
import type { RowError } from './reading.ts'

/** A text that replaces a column’s cells in some rows of a file. */
export interface FixedCells {
  readonly column: string
  readonly rows: readonly number[]
  readonly to: string
}

interface FileRow {
  readonly row: number
  readonly cells: readonly string[]
}

/** Returns what replaces cells of a file’s rows; later texts replace earlier ones. */
export const cellFixer = (headers: readonly string[], fixed: readonly FixedCells[]) => {
  const byRow = new Map<number, Map<number, string>>()
  for (const { column, rows, to } of fixed) {
    const index = headers.indexOf(column)
    if (index !== -1)
      for (const row of rows) byRow.set(row, (byRow.get(row) ?? new Map<number, string>()).set(index, to))
  }
  return <R extends FileRow>(record: R): R => {
    const texts = byRow.get(record.row)
    if (!texts) return record
    const width = Math.max(record.cells.length, ...[...texts.keys()].map((index) => index + 1))
    const cells = Array.from({ length: width }, (_, index) => texts.get(index) ?? record.cells[index] ?? '')
    return { ...record, cells }
  }
}

/** The longest text that’s saved with an error. */
const longest = 200

/** Returns errors with the texts of their cells, except for texts that can be SSNs and long ones. */
export const withCells = (
  errors: readonly RowError[],
  headers: readonly string[],
  cells: readonly string[],
  mask: (cells: readonly string[]) => string[],
): ImportError[] => {
  if (errors.length === 0) return []
  const masked = mask(cells)
  return errors.map((error) => {
    const index = error.column === null ? -1 : headers.indexOf(error.column)
    const text = cells[index] ?? ''
    const isShown = index !== -1 && text === (masked[index] ?? '') && text.length <= longest
    return { ...error, value: isShown ? text.trim() : null }
  })
}
