import type { KeyboardEvent } from 'react'
import { resizeColumn, stepColumn, type Arranging, type PlacedColumn } from './layout.ts'
import { pressSort } from './sorting.ts'
import type { TableControls, TableRow } from './types.ts'

/** Pixels that one key changes a width by. */
const widthStep = 16

const opensMenu = ({ key, altKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || key === 'm' || (altKey && key === 'ArrowDown')

/**
 * The keys of the head: Enter or Space sorts (with Shift it joins), M or Alt-Down opens the column's menu,
 * Alt-Left and Alt-Right move the column, with Shift they change its width.
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
