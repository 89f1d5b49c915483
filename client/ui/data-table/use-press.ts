import { useRef, type MouseEvent } from 'react'
import type { PlacedColumn } from './layout.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, type Selection } from './selection.ts'
import type { TableColumn, TableRow } from './types.ts'
import type { PlaceState } from './use-place.ts'

/** The place of the row that was pressed; null beside the rows. */
export const placeOf = (target: EventTarget): number | null => {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return line ? Number(line.dataset['row']) : null
}

/** The column of the cell that was pressed. */
export const columnOf = (target: EventTarget): string | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  return cell?.dataset['column'] ?? null
}

/** Links, buttons and inputs in a row, and marked text, are left alone. */
const isOwn = (target: Element): boolean =>
  target.closest('a, button, input:not([type="checkbox"]), select, textarea') !== null ||
  window.getSelection()?.type === 'Range'

const isHeld = (event: MouseEvent): boolean => event.metaKey || event.ctrlKey || event.shiftKey

interface Options<Row extends TableRow> {
  readonly source: RowSource<Row>
  readonly columns: readonly PlacedColumn<Row>[]
  readonly selection: Selection
  readonly at: PlaceState
  readonly onPress: (row: Row) => void
  readonly onEdit: (row: Row, column: TableColumn<Row>) => boolean
  /** Something stands beside the table already: a press makes no room for it. */
  readonly isBeside: boolean
}

/** Milliseconds in which a second press makes a double one. */
const doublePress = 250

/**
 * One ear for all rows: a press on the box's cell selects, with a held key the row does, else it is pressed. Pressed
 * twice, a cell that may be edited is; what a press opens beside the table waits that long, or it would move the cell
 * from under the second.
 */
export const usePress = <Row extends TableRow>(options: Options<Row>) => {
  const { source, columns, selection, at, onPress, onEdit, isBeside } = options
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const pressRow = (event: MouseEvent, place: number, row: Row, mayEdit: boolean): void => {
    if (isHeld(event))
      return at.toggle(place, event.shiftKey || !isSelected(selection, row.id), event.shiftKey)
    at.setPlace({ row: place, column: null })
    if (mayEdit && !isBeside) waiting.current = setTimeout(onPress, doublePress, row)
    else onPress(row)
  }
  return (event: MouseEvent): void => {
    const place = placeOf(event.target)
    const row = source.at(place ?? -1)
    if (place === null || !row || !(event.target instanceof Element)) return
    clearTimeout(waiting.current)
    // the whole cell is the target, not the small box alone
    if (event.target.closest('[data-box]'))
      return at.toggle(place, !isSelected(selection, row.id), event.shiftKey)
    const column = editableColumn(columns, columnOf(event.target))
    if (column && event.detail === 2) onEdit(row, column)
    else if (!isOwn(event.target)) pressRow(event, place, row, column !== undefined)
  }
}

/** The column by its id, where its cells may be edited. */
export const editableColumn = <Row extends TableRow>(
  columns: readonly PlacedColumn<Row>[],
  id: string | null | undefined,
): TableColumn<Row> | undefined => columns.find(({ column }) => column.id === id && column.editor)?.column
