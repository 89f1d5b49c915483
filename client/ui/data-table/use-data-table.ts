import { useCallback, useMemo, useState } from 'react'
import type { EditedCell } from './body.tsx'
import { copiedCells, type Copied } from './copy-cells.ts'
import type { DataTableProps } from './data-table.tsx'
import { fitWidth } from './fit-width.ts'
import { useFocusHome } from './focus-home.ts'
import { pressHead } from './head-keys.ts'
import type { Arranging } from './header.tsx'
import { arrange, resizeColumn, rowHeights } from './layout.ts'
import { showPlace } from './on-screen.ts'
import type { Place } from './places.ts'
import { rowsAtHand, type RowSource } from './row-source.ts'
import { everything, select } from './selection.ts'
import { tableKeys } from './table-keys.ts'
import type { TableColumn, TableRow } from './types.ts'
import { usePlace } from './use-place.ts'
import { usePress } from './use-press.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useRowWindow } from './use-row-window.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

const noRows: RowSource<never> = rowsAtHand([])

const idsOf = <Row extends TableRow>(source: RowSource<Row>): number[] =>
  Array.from({ length: source.count }, (_, index) => source.at(index)?.id).filter((id) => id !== undefined)

/** What the table is made of, put together: columns, rows in sight, keys, presses, menu, the cell being edited. */
export const useDataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { layout, selection, onSelect } = props
  const source: RowSource<Row> = props.source ?? noRows
  // The scroll element is held in state: a plain ref paints nothing when the rows are there at once.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const columns = useMemo(() => arrange(props.columns, layout), [props.columns, layout])
  const rowWindow = useRowWindow(scroller, source.count, rowHeights[layout.density], source.onSight)
  useFocusHome(scroller)
  useScrollMemory(scroller, props.scrollKey, source.count > 0)
  const arranging = useArranging(props, scroller)
  const { edited, onEdited, edit } = useEditing(scroller)
  const pageIds = props.isPaged ? idsOf(source) : null
  const onMove = (place: Place) => {
    showPlace(place, columns, source, rowWindow)
    const row = source.at(place.row)
    if (row) props.onPlace?.(row)
  }
  const follows = props.shownBeside ?? null
  const at = usePlace({ source, selection, onSelect, onMove, follows, scroller, key: props.scrollKey })
  const onKeyDown = tableKeys({
    source,
    columns,
    at,
    selection,
    onSelect,
    onSelectAll: () => onSelect(pageIds ? select(selection, pageIds, true) : everything),
    onOpen: props.onOpen,
    pageRows: rowWindow.perScreen,
    onHead: (event, column) => pressHead(event, column, props.controls, arranging),
    onCopy: () => copy({ place: at.place, columns, source, selection }, props.onCopy),
    onEdit: edit,
    onKey: props.onKey,
    turnsRows: props.shownBeside != null,
  })
  const press = usePress({
    source,
    columns,
    selection,
    at,
    onPress: props.onPress,
    onEdit: edit,
    isBeside: props.shownBeside != null,
  })
  const rowMenu = useRowMenu({ source, columns, at, onEdit: edit, rowMenu: props.rowMenu })
  const rows = { source, columns, rowWindow, place: at.place, edited, onEdited }
  return { setScroller, arranging, pageIds, onKeyDown, press, rowMenu, rows }
}

const copy = <Row extends TableRow>(
  what: Copied<Row>,
  onCopy: ((text: string, count: number) => void) | undefined,
): void => {
  const copied = copiedCells(what)
  if (copied) onCopy?.(copied.text, copied.count)
}

const useArranging = <Row extends TableRow>(
  { layout, onLayout }: DataTableProps<Row>,
  scroller: HTMLElement | null,
): Arranging => ({
  layout,
  onLayout,
  onFit: (column) => scroller && onLayout(resizeColumn(layout, column, fitWidth(scroller, column))),
})

/** The cell that is being edited; done, the grid has the keyboard again. */
const useEditing = (scroller: HTMLElement | null) => {
  const [edited, setEdited] = useState<EditedCell | null>(null)
  const onEdited = useCallback(() => {
    setEdited(null)
    scroller?.focus()
  }, [scroller])
  const edit = <Row extends TableRow>(row: Row, column: TableColumn<Row>): boolean => {
    if (column.editor) setEdited({ id: row.id, column: column.id })
    return column.editor !== undefined
  }
  return { edited, onEdited, edit }
}
