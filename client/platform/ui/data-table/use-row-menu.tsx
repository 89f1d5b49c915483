import { useState, type MouseEvent, type ReactNode } from 'react'
import { MenuAt, MenuSeparator } from '../overlays/menu.tsx'
import type { PlacedColumn } from './layout.ts'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import type { TableColumn, TableRow } from './types.ts'
import type { PlaceState } from './use-place.ts'
import { columnOf, editableColumn, placeOf } from './use-press.ts'

/** Returns the items of a row's menu. `edit` opens the pressed cell for editing, and is null if it isn't editable. */
export type RowMenu<Row extends TableRow> = (
  row: Row,
  column: string | null,
  edit: (() => void) | null,
) => ReactNode

interface Opened<Row> {
  readonly row: Row
  readonly column: string | null
  /** Other items than the row's. */
  readonly content?: ReactNode
  readonly x: number
  readonly y: number
}

interface Options<Row extends TableRow> {
  readonly source: RowSource<Row>
  readonly columns: readonly PlacedColumn<Row>[]
  readonly at: PlaceState
  readonly onEdit: (row: Row, column: TableColumn<Row>) => void
  readonly rowMenu: RowMenu<Row> | undefined
}

/**
 * Opens a row's menu at the pointer, or at the row with the keyboard focus (Shift-F10 or the menu key). In a cell with a
 * menu, the row's begins with it; `openWith` opens a menu with other items below the row, or below a cell of it.
 */
export const useRowMenu = <Row extends TableRow>({ source, columns, at, onEdit, rowMenu }: Options<Row>) => {
  const [opened, setOpened] = useState<Opened<Row> | null>(null)
  const { place, setPlace } = at
  const onContextMenu = (event: MouseEvent): void => {
    const pressed = placeOf(event.target)
    const row = source.at(pressed ?? place?.row ?? -1)
    if (!rowMenu || !row || isInHead(event.target)) return
    event.preventDefault()
    if (pressed === null) return setOpened({ row, column: columnAt(place, columns), ...below(row) })
    setPlace({ row: pressed, column: null })
    setOpened({ row, column: columnOf(event.target), x: event.clientX, y: event.clientY })
  }
  const openWith = (row: Row, content: ReactNode, column: string | null = null): void =>
    setOpened({ row, column, content, ...below(row, column) })
  const menu = opened && (
    <MenuAt x={opened.x} y={opened.y} onClose={() => setOpened(null)}>
      <OpenedMenu {...{ opened, columns, onEdit, rowMenu }} />
    </MenuAt>
  )
  return { onContextMenu, openWith, menu }
}

type OpenedMenuProps<Row extends TableRow> = Pick<Options<Row>, 'columns' | 'onEdit' | 'rowMenu'> & {
  opened: Opened<Row>
}

const OpenedMenu = <Row extends TableRow>({ opened, columns, onEdit, rowMenu }: OpenedMenuProps<Row>) => {
  const { row, column: id } = opened
  const column = editableColumn(columns, id)
  const edit = column?.editor ? () => later(() => onEdit(row, column)) : null
  if (opened.content !== undefined) return opened.content
  return (
    <>
      {column?.menu && (
        <>
          {column.menu(row)}
          <MenuSeparator />
        </>
      )}
      {rowMenu?.(row, id, edit)}
    </>
  )
}

/** Waits until the menu has returned the focus, because a field focused before that would lose it. */
const later = (act: () => void): void => void setTimeout(act)

const isInHead = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role=columnheader]') !== null

const columnAt = <Row extends TableRow>(
  place: Place | null,
  columns: readonly PlacedColumn<Row>[],
): string | null => columns[place?.column ?? -1]?.column.id ?? null

/** A point below a cell, or below the row inside of it. */
const below = ({ id }: TableRow, column: string | null = null): { x: number; y: number } => {
  const box = document
    .getElementById(column === null ? `row-${id}` : `cell-${id}-${column}`)
    ?.getBoundingClientRect()
  return { x: (box?.left ?? 0) + (column === null ? 60 : 0), y: box?.bottom ?? 0 }
}
