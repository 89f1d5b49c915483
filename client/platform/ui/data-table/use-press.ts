import { useRef, type MouseEvent } from 'react'
import type { PlacedColumn } from './layout.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, type Selection } from './selection.ts'
import type { TableColumn, TableRow } from './types.ts'
import type { PlaceState } from './use-place.ts'

/** The position of the pressed row; null outside the rows. */
export const placeOf = (target: EventTarget): number | null => {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return line ? Number(line.dataset['row']) : null
}

/** The column of the pressed cell. */
export const columnOf = (target: EventTarget): string | null => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  return cell?.dataset['column'] ?? null
}

/** Ignores links, buttons and inputs in a row, and selected text. */
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
  /** Whether a panel is already open, so a press doesn't change the layout. */
  readonly isBeside: boolean
}

/** Milliseconds within which a second press makes a double press. */
const doublePress = 250

/**
 * Handles presses for all rows: a press on the checkbox cell or with a modifier key selects, otherwise the row is
 * pressed. A double press edits an editable cell; a press that opens the panel waits that long, because the panel
 * would move the cell away from the second press.
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
    // the whole cell is the target, not only the small checkbox
    if (event.target.closest('[data-box]'))
      return at.toggle(place, !isSelected(selection, row.id), event.shiftKey)
    const column = editableColumn(columns, columnOf(event.target))
    if (column && event.detail === 2) onEdit(row, column)
    else if (!isOwn(event.target)) pressRow(event, place, row, column !== undefined)
  }
}

/** Returns the column by its ID, if its cells have an editor or a menu. */
export const editableColumn = <Row extends TableRow>(
  columns: readonly PlacedColumn<Row>[],
  id: string | null | undefined,
): TableColumn<Row> | undefined =>
  columns.find(({ column }) => column.id === id && (column.editor ?? column.menu))?.column
