import type { PlacedColumn } from './layout.ts'
import type { TableRow } from './types.ts'

/** What a spreadsheet would take for a formula is marked as text. */
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/** One cell of a spreadsheet's clipboard: what would break the grid is quoted. */
const quoted = (text: string): string => (/["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

const cellText = (text: string): string => quoted(harmless(text))

/** Rows as spreadsheets paste them: columns apart by tabs, rows by line ends, under a line of headings. */
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
