import type { PlacedColumn } from './layout.ts'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, type Selection } from './selection.ts'
import type { TableRow } from './types.ts'

export interface Copied<Row extends TableRow> {
  readonly place: Place | null
  readonly columns: readonly PlacedColumn<Row>[]
  readonly source: RowSource<Row>
  readonly selection: Selection
}

/** The selected rows that are loaded. */
const chosenRows = <Row extends TableRow>({ source, selection }: Copied<Row>): Row[] =>
  Array.from({ length: source.count }, (_, index) => source.at(index)).flatMap((row) =>
    row && isSelected(selection, row.id) ? [row] : [],
  )

/**
 * Returns the loaded selected rows as text in the visible columns, with their count. Without a selection, returns the
 * cell or row with the keyboard focus; null if there is nothing to copy.
 */
export const copiedCells = <Row extends TableRow>(
  what: Copied<Row>,
): { readonly text: string; readonly count: number } | null => {
  const { place, columns, source } = what
  const current = place ? source.at(place.row) : undefined
  const chosen = chosenRows(what)
  const rows = chosen.length > 0 || !current ? chosen : [current]
  if (rows.length === 0) return null
  const cell = place?.column == null ? undefined : columns[place.column]
  const isCell = chosen.length === 0 && current && cell
  return { text: isCell ? cell.column.text(current) : rowsAsText(columns, rows), count: rows.length }
}

/** Marks text that a spreadsheet would read as a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** Returns a cell for a spreadsheet's clipboard; quotes text that would break the grid. */
const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cellText = (text: string): string => quoted(harmless(text))

/** Returns rows as spreadsheets paste them: columns separated by tabs, rows by line breaks, with a heading row. */
export const rowsAsText = <Row extends TableRow>(
  columns: readonly PlacedColumn<Row>[],
  rows: readonly Row[],
): string =>
  [
    columns.map(({ column }) => cellText(column.label)),
    ...rows.map((row) => columns.map(({ column }) => cellText(column.text(row)))),
  ]
    .map((line) => line.join('\t'))
    .join('\n')
