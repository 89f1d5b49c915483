import type { CSSProperties } from 'react'
import { boxWidth, type PlacedColumn } from './layout.ts'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import type { TableRow } from './types.ts'
import type { RowWindow } from './use-row-window.ts'

/** The ID of the element with the keyboard focus, for screen readers. */
export const placeId = <Row extends TableRow>(
  place: Place | null,
  columns: readonly PlacedColumn<Row>[],
  source: RowSource<Row>,
): string | undefined => {
  if (!place) return undefined
  const column = place.column === null ? undefined : columns[place.column]?.column.id
  if (place.row === -1) return column && `head-${column}`
  const row = source.at(place.row)
  if (!row) return undefined
  return column === undefined ? `row-${row.id}` : `cell-${row.id}-${column}`
}

/** The header column with the keyboard focus; null if it's elsewhere. */
export const headColumn = <Row extends TableRow>(
  place: Place | null,
  columns: readonly PlacedColumn<Row>[],
): string | null => (place?.row === -1 ? (columns[place.column ?? 0]?.column.id ?? null) : null)

/** Scrolls to a row and to a cell in it. */
export const showPlace = <Row extends TableRow>(
  place: Place,
  columns: readonly PlacedColumn<Row>[],
  source: RowSource<Row>,
  rowWindow: RowWindow,
): void => {
  if (place.row >= 0) rowWindow.show(place.row)
  const placed = place.column === null ? undefined : columns[place.column]
  if (!placed || placed.pin) return
  const id = placeId(place, columns, source)
  // the row may not be rendered yet
  requestAnimationFrame(() => {
    const cell = id === undefined ? null : document.getElementById(id)
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** Treats the area below the header and the pinned columns as hidden. */
export const paddingOf = <Row extends TableRow>(columns: readonly PlacedColumn<Row>[]): CSSProperties => {
  const sum = (pin: 'start' | 'end') =>
    columns.filter((placed) => placed.pin === pin).reduce((whole, { width }) => whole + width, 0)
  return { scrollPaddingLeft: boxWidth + sum('start'), scrollPaddingRight: sum('end'), scrollPaddingTop: 34 }
}

/** Pixels besides the text: the cell's padding, and in the header the menu and the arrow. */
const cellRoom = 24
const headRoom = 48

/** Returns the width at which a column's header and all its visible cells fit. */
export const fitWidth = (table: HTMLElement, column: string): number => {
  const id = CSS.escape(column)
  const widest = (selector: string, room: number): number =>
    Math.max(0, ...Array.from(table.querySelectorAll(selector), (one) => one.scrollWidth + room))
  return Math.max(
    widest(`[data-column="${id}"] > div > *`, cellRoom),
    widest(`#head-${id} button > span:first-child`, headRoom),
  )
}

/** Returns the sticky position of a pinned cell; nothing for an unpinned one. */
export const pinStyle = <Row extends TableRow>({ pin, inset }: PlacedColumn<Row>): CSSProperties => {
  if (pin === null) return {}
  return pin === 'start' ? { left: inset } : { right: inset }
}
