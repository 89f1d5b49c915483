import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { EditedCell } from './body.tsx'
import { copiedCells, type Copied } from './copy-cells.ts'
import { fitWidth } from './fit-width.ts'
import { useFocusHome } from './focus-home.ts'
import { pressHead } from './head-keys.ts'
import { arrange, resizeColumn, rowHeights, type Arranging, type ColumnLayout } from './layout.ts'
import { showPlace } from './on-screen.ts'
import type { Place } from './places.ts'
import { rowsAtHand, type RowSource } from './row-source.ts'
import { everything, select, type Selection } from './selection.ts'
import { tableKeys } from './table-keys.ts'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import { usePlace } from './use-place.ts'
import { usePress } from './use-press.ts'
import { useRowMenu, type RowMenu } from './use-row-menu.tsx'
import { useRowWindow } from './use-row-window.ts'
import { useScrollMemory } from './use-scroll-memory.ts'

const noRows: RowSource<never> = rowsAtHand([])

const idsOf = <Row extends TableRow>(source: RowSource<Row>): number[] =>
  Array.from({ length: source.count }, (_, index) => source.at(index)?.id).filter((id) => id !== undefined)

export interface DataTableProps<Row extends TableRow> {
  /** The name of the table for screen readers. */
  label: string
  /** Every column there is; the layout says which are in sight. */
  columns: readonly TableColumn<Row>[]
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
  /** The rows; undefined while the first are read. */
  source: RowSource<Row> | undefined
  /** How many match in all, and how many come before these, for screen readers. */
  total: number
  first: number
  /** Whether the rows are one page of several: then the box and Ctrl-A take the page, else all that match. */
  isPaged: boolean
  /** What list it is: where it was left is found again under the same key, another one begins at the top. */
  scrollKey: string
  controls: TableControls
  selection: Selection
  onSelect: (selection: Selection) => void
  rowLabel: (row: Row) => string
  /** Enter. */
  onOpen: (row: Row) => void
  /** A press on a row. */
  onPress: (row: Row) => void
  /**
   * The row that something beside the table shows; null without. The table goes where it goes, left and right lead to the
   * rows before and after it, and `onPlace` is told where the keyboard leads.
   */
  shownBeside?: number | null
  onPlace?: (row: Row) => void
  /** Keys of the caller's own; true when taken. */
  onKey?: (key: string, row: Row | undefined) => boolean
  rowMenu?: RowMenu<Row>
  /** Puts the cells to copy on the clipboard: their text, and how many rows they are of. */
  onCopy?: (text: string, count: number) => void
  /** Rows that somebody else has just changed: they flash once. */
  fresh?: ReadonlySet<number>
  /** Old rows while new ones are read: shown, but faint. */
  isStale?: boolean
  /** Instead of rows: nothing there, or nothing found. */
  empty: ReactNode
}

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
