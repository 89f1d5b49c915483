import type { CSSProperties } from 'react'
import { boxWidth, type PlacedColumn } from './layout.ts'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import type { TableRow } from './types.ts'
import type { RowWindow } from './use-row-window.ts'

/** The element the keyboard is at, for screen readers. */
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

/** The column the keyboard is at in the head; null when it is elsewhere. */
export const headColumn = <Row extends TableRow>(
  place: Place | null,
  columns: readonly PlacedColumn<Row>[],
): string | null => (place?.row === -1 ? (columns[place.column ?? 0]?.column.id ?? null) : null)

/** Brings a row, and within it a cell, into sight. */
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
  // the row may have to be drawn first
  requestAnimationFrame(() => {
    const cell = id === undefined ? null : document.getElementById(id)
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}

/** What the head and the pinned columns cover counts as out of sight. */
export const paddingOf = <Row extends TableRow>(columns: readonly PlacedColumn<Row>[]): CSSProperties => {
  const sum = (pin: 'start' | 'end') =>
    columns.filter((placed) => placed.pin === pin).reduce((whole, { width }) => whole + width, 0)
  return { scrollPaddingLeft: boxWidth + sum('start'), scrollPaddingRight: sum('end'), scrollPaddingTop: 34 }
}
