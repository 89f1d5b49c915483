import { rowsAsText } from './cells-as-text.ts'
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

/** The rows that are there and selected. */
const chosenRows = <Row extends TableRow>({ source, selection }: Copied<Row>): Row[] =>
  Array.from({ length: source.count }, (_, index) => source.at(index)).flatMap((row) =>
    row && isSelected(selection, row.id) ? [row] : [],
  )

/**
 * Returns the selected rows that are loaded, as text in the visible columns, and how many they are; without a selection
 * the cell or the row with the keyboard focus. Null where there is nothing to copy.
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
