import { useCallback, type MouseEvent } from 'react'
import type { RowSource } from './row-source.ts'
import { isSelected, type Selection } from './selection.ts'
import type { TableRow } from './types.ts'
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
  readonly selection: Selection
  readonly at: PlaceState
  readonly onPress: (row: Row) => void
}

/** One ear for all rows: a press on the box's cell selects, with a held key the row does, else it is pressed. */
export const usePress = <Row extends TableRow>({ source, selection, at, onPress }: Options<Row>) => {
  const { toggle, setPlace } = at
  return useCallback(
    (event: MouseEvent) => {
      const index = placeOf(event.target)
      const row = index === null ? undefined : source.at(index)
      if (index === null || !row || !(event.target instanceof Element)) return
      const isOn = isSelected(selection, row.id)
      // the whole cell is the target, not the small box alone
      if (event.target.closest('[data-box]')) toggle(index, !isOn, event.shiftKey)
      else if (isOwn(event.target)) return
      else if (isHeld(event)) toggle(index, event.shiftKey || !isOn, event.shiftKey)
      else {
        setPlace({ row: index, column: null })
        onPress(row)
      }
    },
    [source, selection, toggle, setPlace, onPress],
  )
}
