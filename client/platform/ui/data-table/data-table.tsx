import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useMedia } from '#client/platform/lib/use-media.ts'
import { cx } from '../styles/cx.ts'
import { isCut, useFullText } from '../overlays/truncate.tsx'
import { Skeleton } from '../states/skeleton.tsx'
import { Body, type EditedCell } from './body.tsx'
import { copiedCells, type Copied } from './copy-cells.ts'
import { Header } from './header.tsx'
import {
  arrange,
  narrowTable,
  resizeColumn,
  rowHeights,
  type Arranging,
  type ColumnLayout,
} from './layout.ts'
import { fitWidth, headColumn, paddingOf, placeId, showPlace } from './on-screen.ts'
import type { Place } from './places.ts'
import { useListedKeys } from '../focus/screen-keys.ts'
import { useEnterFromSearch } from './enter-from-search.ts'
import { useKeysFromScreen } from './keys-from-screen.ts'
import { loadedRows, type RowSource } from './row-source.ts'
import { everything, select, type Selection } from './selection.ts'
import { gridKeys, pressHead, tableKeys, type RowKey } from './table-keys.ts'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import { usePlace } from './use-place.ts'
import { usePress } from './use-press.ts'
import { useRowMenu, type RowMenu } from './use-row-menu.tsx'
import { useRowWindow, useScrollMemory } from './use-row-window.ts'

/**
 * Renders the table: sticky header, the user's column layout, virtual rows, rule-based selection, grid keys. The
 * caller owns filters, sort and paging; rows come from the server.
 */
export const DataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { controls, selection, onSelect, total } = props
  const { setScroller, arranging, pageIds, onKeyDown, press, rowMenu, rows } = useDataTable(props)
  const { source, columns, place } = rows
  const active = placeId(place, columns, source)
  const fullText = useFullText()
  useFullCellText(active, fullText)
  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-busy={props.isStale === true || props.source === undefined}
      aria-activedescendant={active}
      tabIndex={0}
      style={paddingOf(columns)}
      onKeyDown={(event) => void onKeyDown(event)}
      onClick={press}
      onContextMenu={rowMenu.onContextMenu}
      onBlur={fullText.hide}
      {...fullText.handlers}
      className="@container relative min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2 [&[aria-activedescendant]]:outline-none"
    >
      <Header
        columns={columns}
        controls={controls}
        arranging={arranging}
        active={headColumn(place, columns)}
        pageIds={pageIds}
        total={total}
        selection={selection}
        onSelect={onSelect}
      />
      <Rows rows={rows} table={props} />
      {rowMenu.menu}
      {fullText.tip}
    </div>
  )
}

/** Announces the full text of a truncated cell when it gets the keyboard focus. */
const useFullCellText = (
  active: string | undefined,
  { showFull, hide }: ReturnType<typeof useFullText>,
): void => {
  useEffect(() => {
    const cell = active?.startsWith('cell-') ? document.getElementById(active) : null
    const isHere = cell?.closest('[role=grid]') === document.activeElement
    const cut = isHere && cell && [...cell.querySelectorAll('*')].find(isCut)
    if (cut) showFull(cut)
    else hide()
  }, [active, showFull, hide])
}

const noIds: ReadonlySet<number> = new Set()

interface RowsProps<Row extends TableRow> {
  rows: ReturnType<typeof useDataTable<Row>>['rows']
  table: DataTableProps<Row>
}

/** Renders the rows, placeholders while they load, or a message if there are none. */
const Rows = <Row extends TableRow>({ rows, table }: RowsProps<Row>) => (
  <>
    {table.source === undefined && <SkeletonLines columns={rows.columns} />}
    {table.source?.count === 0 && <EmptyLine>{table.empty}</EmptyLine>}
    <Body
      {...rows}
      first={table.first}
      selection={table.selection}
      fresh={table.fresh ?? noIds}
      isStale={table.isStale === true}
      rowLabel={table.rowLabel}
    />
  </>
)

/** Renders a message as a row, because a grid can only contain rows. */
const EmptyLine = ({ children }: { children: ReactNode }) => (
  <div role="row" className="sticky left-0 w-[100cqw]">
    <div role="gridcell">{children}</div>
  </div>
)

const lines = Array.from({ length: 14 }, (_, index) => index)
const widths = ['w-3/5', 'w-1/2', 'w-3/4', 'w-2/5'] as const

/** Renders placeholders in the shape of rows. */
const SkeletonLines = ({ columns }: { columns: readonly { column: { id: string }; width: number }[] }) => (
  <div aria-hidden>
    {lines.map((line) => (
      <div key={line} className="flex h-9 min-w-max items-center border-b border-line">
        <div className="w-10 shrink-0" />
        {columns.map(({ column, width }, at) => (
          <div key={column.id} style={{ width }} className="shrink-0 px-2.5">
            <Skeleton className={cx('h-3', widths[(line * 3 + at) % widths.length])} />
          </div>
        ))}
      </div>
    ))}
  </div>
)

const noRows: RowSource<never> = loadedRows([])

const idsOf = <Row extends TableRow>(source: RowSource<Row>): number[] =>
  Array.from({ length: source.count }, (_, index) => source.at(index)?.id).filter((id) => id !== undefined)

interface DataTableProps<Row extends TableRow> {
  /** The name of the table for screen readers. */
  label: string
  /** All columns; the layout says which are visible. */
  columns: readonly TableColumn<Row>[]
  layout: ColumnLayout
  onLayout: (layout: ColumnLayout) => void
  /** The rows; undefined during the first load. */
  source: RowSource<Row> | undefined
  /** The total number of matches, and the number before these rows, for screen readers. */
  total: number
  first: number
  /** Whether the rows are one of several pages: then the checkbox and Ctrl-A select the page, otherwise all matches. */
  isPaged: boolean
  /** Identifies the list: the same key restores the scroll position and focus, another key starts at the top. */
  scrollKey: string
  controls: TableControls
  selection: Selection
  onSelect: (selection: Selection) => void
  rowLabel: (row: Row) => string
  /** Called on Enter. */
  onOpen: (row: Row) => void
  /** Called on a press on a row. */
  onPress: (row: Row) => void
  /**
   * The row shown in a panel next to the table; null without a panel. The focus follows it, left and right move to
   * the previous and next row, and `onPlace` is called when the keyboard moves.
   */
  shownBeside?: number | null
  onPlace?: (row: Row) => void
  /** The caller's own keys. */
  rowKeys?: readonly RowKey<Row>[]
  rowMenu?: RowMenu<Row>
  /** Writes the cells to copy to the clipboard: their text, and the number of rows. */
  onCopy?: (text: string, count: number) => void
  /** Rows that someone else just changed; they flash once. */
  fresh?: ReadonlySet<number>
  /** The text that the rows were searched by: with it, Enter in the search opens the only row. */
  search?: string
  /** Whether new rows are loading: the old ones are shown dimmed. */
  isStale?: boolean
  /** Shown instead of rows when there are none. */
  empty: ReactNode
}

/** Returns the state and handlers of the table: columns, visible rows, keys, presses, menu, edited cell. */
const useDataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { layout, selection, onSelect, rowKeys = [] } = props
  const source: RowSource<Row> = props.source ?? noRows
  // The scroll element is state: with a ref, nothing would render if the rows are there at once.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const columns = useColumns(props)
  const rowWindow = useRowWindow(scroller, source.count, rowHeights[layout.density], source.onSight)
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
  const rowMenu = useRowMenu({ source, columns, at, onEdit: edit, rowMenu: props.rowMenu })
  const change = changeWith<Row>(rowMenu.openWith, edit)
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
    onEdit: change,
    rowKeys,
    onMenu: rowMenu.openWith,
    turnsRows: props.shownBeside != null,
    isMenuOpen: rowMenu.menu !== null,
  })
  useListedKeys('Rows', [...rowKeys, ...gridKeys])
  useKeysFromScreen(scroller, onKeyDown, useEnterFromSearch(props, { at, scroller }))
  const press = usePress({
    source,
    columns,
    selection,
    at,
    onPress: props.onPress,
    onEdit: change,
    isBeside: props.shownBeside != null,
  })
  const rows = { source, columns, rowWindow, place: at.place, edited, onEdited }
  return { setScroller, arranging, pageIds, onKeyDown, press, rowMenu, rows }
}

/** Returns the columns where they stand, with their widths on this screen. */
const useColumns = <Row extends TableRow>({ columns, layout }: DataTableProps<Row>) => {
  const isNarrow = useMedia(narrowTable)
  return useMemo(() => arrange(columns, layout, isNarrow), [columns, layout, isNarrow])
}

/** Opens the menu or the editor of a cell. Returns whether it has one. */
const changeWith =
  <Row extends TableRow>(
    openMenu: (row: Row, items: ReactNode, column: string) => void,
    edit: (row: Row, column: TableColumn<Row>) => void,
  ) =>
  (row: Row, column: TableColumn<Row>): boolean => {
    if (column.menu) openMenu(row, column.menu(row), column.id)
    else edit(row, column)
    return column.menu !== undefined || column.editor !== undefined
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

/** Keeps the cell that is being edited; afterward the grid has the focus again. */
const useEditing = (scroller: HTMLElement | null) => {
  const [edited, setEdited] = useState<EditedCell | null>(null)
  const onEdited = useCallback(() => {
    setEdited(null)
    scroller?.focus()
  }, [scroller])
  const edit = <Row extends TableRow>(row: Row, column: TableColumn<Row>): void => {
    if (column.editor) setEdited({ id: row.id, column: column.id })
  }
  return { edited, onEdited, edit }
}
