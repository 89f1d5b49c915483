import type { ReactNode } from 'react'
import { keyNameOf, type ListedKey } from '../focus/screen-keys.ts'
import { resizeColumn, stepColumn, type Arranging, type PlacedColumn } from './layout.ts'
import { isMove, moveKeys, step } from './places.ts'
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
  readonly onHead: (event: KeyPress, column: PlacedColumn<Row>) => boolean
  readonly onCopy: () => void
  readonly onEdit: (row: Row, column: TableColumn<Row>) => boolean
  /** Whether left and right move to other rows instead of to cells. */
  readonly turnsRows: boolean
  /** Whether a row's menu is open: it may not have the focus yet, but the keys are for it. */
  readonly isMenuOpen: boolean
  /** The caller's own keys; they come first. */
  readonly rowKeys: readonly RowKey<Row>[]
  readonly onMenu: (row: Row, items: ReactNode) => void
}

/** A key of the row with the focus. */
export interface RowKey<Row extends TableRow> extends ListedKey {
  /**
   * Returns whether it did something; otherwise the table handles the key. `openMenu` opens a menu below the row.
   */
  readonly act: (row: Row | undefined, openMenu: (items: ReactNode) => void) => boolean
}

/** What the table reads of a key press. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey' | 'defaultPrevented' | 'preventDefault'
> & { readonly target: EventTarget | null }

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="menu"], [role="dialog"]') !== null

const isHeld = (event: KeyPress): boolean => event.metaKey || event.ctrlKey || event.altKey

/** A focused button handles Enter and Space. */
const isOwnPress = (event: KeyPress): boolean =>
  (event.key === 'Enter' || event.key === ' ') &&
  event.target instanceof Element &&
  event.target.closest('button, a') !== null

const own = {
  open: { keys: ['Enter'], label: 'Open' },
  select: { keys: [' ', 'x'], label: 'Select, with Shift all on the way' },
  selectAll: { keys: ['Mod+a'], label: 'Select all' },
  edit: { keys: ['F2'], label: 'Change the cell' },
  copy: { keys: ['Mod+c'], label: 'Copy the row, the cell or the selection' },
  clear: { keys: ['Escape'], label: 'Leave the cell, then clear the selection' },
} satisfies Record<string, ListedKey>

/** The keys of a table, as they are listed; Shift extends the selection while moving. */
export const gridKeys: readonly ListedKey[] = [...Object.values(own), ...moveKeys]

const isKey = (event: KeyPress, { keys }: ListedKey): boolean => keys.includes(keyNameOf(event))

/**
 * Handles the keys of a grid. In a row, left and right move into the cells, and Enter and F2 act on the cell. Returns
 * whether it did something.
 */
export const tableKeys =
  <Row extends TableRow>(options: Options<Row>) =>
  (event: KeyPress): boolean => {
    if (options.isMenuOpen || isTyping(event.target) || event.defaultPrevented || isOwnPress(event))
      return false
    const hasActed = acts.some((act) => act(event, options))
    if (hasActed) event.preventDefault()
    return hasActed
  }

type Act = <Row extends TableRow>(event: KeyPress, options: Options<Row>) => boolean

const askCaller: Act = (event, { at, source, rowKeys, onMenu }) => {
  if (isHeld(event)) return false
  const row = at.place ? source.at(at.place.row) : undefined
  const openMenu = (items: ReactNode) => row && onMenu(row, items)
  return rowKeys.some((key) => isKey(event, key) && key.act(row, openMenu))
}

const clearOnEscape: Act = (event, { at, onSelect }) => {
  if (!isKey(event, own.clear)) return false
  if (at.place && at.place.column !== null && at.place.row >= 0) at.setPlace({ ...at.place, column: null })
  else onSelect(nothing)
  return true
}

const copyOrSelectAll: Act = (event, { onSelectAll, onCopy }) => {
  // the browser copies selected text
  if (isKey(event, own.copy) && window.getSelection()?.type !== 'Range') onCopy()
  else if (isKey(event, own.selectAll)) onSelectAll()
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
  if (isKey(event, own.open)) return openMenuOf(options, row) || open(onOpen, row)
  if (isKey(event, own.select)) at.toggle(at.place.row, !isSelected(selection, row.id), event.shiftKey)
  else return isKey(event, own.edit) && editCell(options, row)
  return true
}

const open = <Row extends TableRow>(onOpen: (row: Row) => void, row: Row): true => {
  onOpen(row)
  return true
}

/** Enter opens the menu of a cell that has one. */
const openMenuOf = <Row extends TableRow>(options: Options<Row>, row: Row): boolean =>
  options.columns[options.at.place?.column ?? -1]?.column.menu !== undefined && editCell(options, row)

const editCell = <Row extends TableRow>({ at, columns, onEdit }: Options<Row>, row: Row): boolean => {
  const column = columns[at.place?.column ?? -1]?.column
  return column !== undefined && onEdit(row, column)
}

const turned: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowUp', ArrowRight: 'ArrowDown' }

const moveOf = (event: KeyPress, turnsRows: boolean): string => {
  const name = keyNameOf(event)
  return (turnsRows ? turned[name] : undefined) ?? name
}

const move: Act = (event, { at, source, columns, pageRows, turnsRows }) => {
  const key = moveOf(event, turnsRows)
  if (!isMove(key) || event.altKey) return false
  const next = step(at.place, key, { rows: source.count, columns: columns.length, pageRows })
  return next !== null && at.goTo(next, event.shiftKey)
}

const acts: readonly Act[] = [askCaller, clearOnEscape, copyOrSelectAll, actOnHead, actOnRow, move]

/** Pixels that one key press changes a width by. */
const widthStep = 16

const opensMenu = ({ key, altKey }: KeyPress): boolean =>
  key === 'ContextMenu' || key === 'm' || (altKey && key === 'ArrowDown')

/**
 * Handles the keys of the header: Enter or Space sorts (Shift adds to the sort), M or Alt+Down opens the column's
 * menu, Alt+Left and Alt+Right move the column, and with Shift resize it.
 */
export const pressHead = <Row extends TableRow>(
  event: KeyPress,
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
  else if (key === 'Enter' || key === ' ')
    controls.onSort(pressSort(controls.sort, column.id, shiftKey, controls.usualSort))
  else return false
  return true
}

const openMenu = (column: string): void => {
  const button = document.getElementById(`head-${column}`)?.querySelector<HTMLElement>('[data-menu]')
  button?.focus()
  button?.click()
}
