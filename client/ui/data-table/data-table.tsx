import type { ReactNode } from 'react'
import { Body } from './body.tsx'
import { Header } from './header.tsx'
import type { ColumnLayout } from './layout.ts'
import { headColumn, paddingOf, placeId } from './on-screen.ts'
import type { RowSource } from './row-source.ts'
import { SelectBox } from './select-box.tsx'
import type { Selection } from './selection.ts'
import { SkeletonLines } from './skeleton-lines.tsx'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import { useDataTable } from './use-data-table.ts'
import type { RowMenu } from './use-row-menu.tsx'

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

/**
 * The table: sticky head, columns as a person arranged them, virtual rows, selection as a rule, the keys of a grid.
 * Filter, sort and page are the caller's; the rows come from the server.
 */
export const DataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { controls, selection, onSelect, total } = props
  const { setScroller, arranging, pageIds, onKeyDown, press, rowMenu, rows } = useDataTable(props)
  const { source, columns, place } = rows
  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-busy={props.isStale === true || props.source === undefined}
      aria-activedescendant={placeId(place, columns, source)}
      tabIndex={0}
      style={paddingOf(columns)}
      onKeyDown={onKeyDown}
      onClick={press}
      onContextMenu={rowMenu.onContextMenu}
      className="@container relative min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2 [&[aria-activedescendant]]:outline-none"
    >
      <Header
        columns={columns}
        controls={controls}
        arranging={arranging}
        active={headColumn(place, columns)}
        box={<SelectBox pageIds={pageIds} total={total} selection={selection} onSelect={onSelect} />}
      />
      <Rows rows={rows} table={props} />
      {rowMenu.menu}
    </div>
  )
}

const nobody: ReadonlySet<number> = new Set()

interface RowsProps<Row extends TableRow> {
  rows: ReturnType<typeof useDataTable<Row>>['rows']
  table: DataTableProps<Row>
}

/** The rows, or what stands for them: their shape while they are read, a word where there are none. */
const Rows = <Row extends TableRow>({ rows, table }: RowsProps<Row>) => (
  <>
    {table.source === undefined && <SkeletonLines columns={rows.columns} />}
    {table.source?.count === 0 && <EmptyLine>{table.empty}</EmptyLine>}
    <Body
      {...rows}
      first={table.first}
      selection={table.selection}
      fresh={table.fresh ?? nobody}
      isStale={table.isStale === true}
      rowLabel={table.rowLabel}
    />
  </>
)

/** A grid holds rows and nothing else: what stands instead of them is a row as well. */
const EmptyLine = ({ children }: { children: ReactNode }) => (
  <div role="row" className="sticky left-0 w-[100cqw]">
    <div role="gridcell">{children}</div>
  </div>
)
