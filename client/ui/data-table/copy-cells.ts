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
 * Copies the selected rows that are there, in the columns in sight; without a selection the cell or the row that the
 * keyboard is at. Answers how many rows; 0 where there is nothing to copy.
 */
export const copyCells = async <Row extends TableRow>(what: Copied<Row>): Promise<number> => {
  const { place, columns, source } = what
  const current = place ? source.at(place.row) : undefined
  const chosen = chosenRows(what)
  const rows = chosen.length > 0 || !current ? chosen : [current]
  if (rows.length === 0) return 0
  const cell = place?.column == null ? undefined : columns[place.column]
  const isCell = chosen.length === 0 && current && cell
  await navigator.clipboard.writeText(isCell ? cell.column.text(current) : rowsAsText(columns, rows))
  return rows.length
}
