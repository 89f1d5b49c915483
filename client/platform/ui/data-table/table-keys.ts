import type { KeyboardEvent } from 'react'
import { resizeColumn, stepColumn, type Arranging, type PlacedColumn } from './layout.ts'
import { isMove, step } from './places.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, nothing, type Selection } from './selection.ts'
import { pressSort } from './sorting.ts'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import type { PlaceState } from './use-place.ts'

interface Options<Row extends TableRow> {
  readonly source: RowSource<Row>
  readonly columns: readonly PlacedColumn<Row>[]
  readonly at: PlaceState
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onSelectAll: () => void
  readonly onOpen: (row: Row) => void
  /** Rows that Page Up and Page Down move by. */
  readonly pageRows: number
  readonly onHead: (event: KeyboardEvent, column: PlacedColumn<Row>) => boolean
  readonly onCopy: () => void
  readonly onEdit: (row: Row, column: TableColumn<Row>) => boolean
  /** Whether left and right move to other rows instead of to cells. */
  readonly turnsRows: boolean
  /** Whether a row's menu is open: it may not have the focus yet, but the keys are for it. */
  readonly isMenuOpen: boolean
  /** Handles the caller's own keys first; returns true if it did. */
  readonly onKey: ((key: string, row: Row | undefined) => boolean) | undefined
}

const isTyping = (target: EventTarget): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"], [role="dialog"]') !== null

const isHeld = (event: KeyboardEvent): boolean => event.metaKey || event.ctrlKey || event.altKey

/** A focused button handles Enter and Space. */
const isOwnPress = (event: KeyboardEvent): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a') !== null

/**
 * Handles the keys of a grid: arrows or J and K move, left and right move into the cells, Home and End jump, Space or X
 * selects, Shift extends, Ctrl-A selects all, Ctrl-C copies, Enter opens, F2 edits, Escape clears.
 */
export const tableKeys =
  <Row extends TableRow>(options: Options<Row>) =>
  (event: KeyboardEvent): void => {
    if (options.isMenuOpen || isTyping(event.target) || event.defaultPrevented || isOwnPress(event)) return
    if (acts.some((act) => act(event, options))) event.preventDefault()
  }

type Act = <Row extends TableRow>(event: KeyboardEvent, options: Options<Row>) => boolean

const askCaller: Act = (event, { at, source, onKey }) =>
  !isHeld(event) && (onKey?.(event.key, at.place ? source.at(at.place.row) : undefined) ?? false)

const clearOnEscape: Act = ({ key }, { at, onSelect }) => {
  if (key !== 'Escape') return false
  if (at.place && at.place.column !== null && at.place.row >= 0) at.setPlace({ ...at.place, column: null })
  else onSelect(nothing)
  return true
}

const copyOrSelectAll: Act = (event, { onSelectAll, onCopy }) => {
  if (!event.metaKey && !event.ctrlKey) return false
  // the browser copies selected text
  if (event.key === 'c' && window.getSelection()?.type !== 'Range') onCopy()
  else if (event.key === 'a') onSelectAll()
  else return false
  return true
}

const actOnHead: Act = (event, { at, columns, onHead }) => {
  if (at.place?.row !== -1) return false
  const column = columns[at.place.column ?? 0]
  return column !== undefined && onHead(event, column)
}

const actOnRow: Act = (event, options) => {
  const { at, source, selection, onOpen } = options
  const row = at.place && !isHeld(event) ? source.at(at.place.row) : undefined
  if (!row || !at.place) return false
  const { key, shiftKey } = event
  if (key === 'Enter') onOpen(row)
  else if (key === ' ' || key === 'x') at.toggle(at.place.row, !isSelected(selection, row.id), shiftKey)
  else return key === 'F2' && editCell(options, row)
  return true
}

const editCell = <Row extends TableRow>({ at, columns, onEdit }: Options<Row>, row: Row): boolean => {
  const column = columns[at.place?.column ?? -1]?.column
  return column !== undefined && onEdit(row, column)
}

const turned: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowUp', ArrowRight: 'ArrowDown' }

const keyOf = ({ key, metaKey, ctrlKey }: KeyboardEvent, turnsRows: boolean): string => {
  if (metaKey || ctrlKey) return `Control+${key}`
  return (turnsRows ? turned[key] : undefined) ?? key
}

const move: Act = (event, { at, source, columns, pageRows, turnsRows }) => {
  const key = keyOf(event, turnsRows)
  if (!isMove(key) || event.altKey) return false
  const next = step(at.place, key, { rows: source.count, columns: columns.length, pageRows })
  return next !== null && at.goTo(next, event.shiftKey)
}

const acts: readonly Act[] = [askCaller, clearOnEscape, copyOrSelectAll, actOnHead, actOnRow, move]

/** Pixels that one key press changes a width by. */
const widthStep = 16

const opensMenu = ({ key, altKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || key === 'm' || (altKey && key === 'ArrowDown')

/**
 * Handles the keys of the header: Enter or Space sorts (Shift adds to the sort), M or Alt+Down opens the column's
 * menu, Alt+Left and Alt+Right move the column, and with Shift resize it.
 */
export const pressHead = <Row extends TableRow>(
  event: KeyboardEvent,
  { column, width }: PlacedColumn<Row>,
  controls: TableControls,
  { layout, onLayout }: Arranging,
): boolean => {
  const { key, altKey, shiftKey } = event
  const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null
  if (opensMenu(event)) openMenu(column.id)
  else if (altKey && side !== null)
    onLayout(
      shiftKey
        ? resizeColumn(layout, column.id, width + side * widthStep)
        : stepColumn(layout, column.id, side),
    )
  else if (key === 'Enter' || key === ' ') controls.onSort(pressSort(controls.sort, column.id, shiftKey))
  else return false
  return true
}

const openMenu = (column: string): void => {
  const button = document.getElementById(`head-${column}`)?.querySelector<HTMLElement>('[data-menu]')
  button?.focus()
  button?.click()
}
