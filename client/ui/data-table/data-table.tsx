import { useEffect, type ReactNode } from 'react'
import { isCut, useWholeText } from '../overlays/truncate.tsx'
import { Body } from './body.tsx'
import { Header } from './header.tsx'
import { headColumn, paddingOf, placeId } from './on-screen.ts'
import { SelectBox } from './select-box.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'
import type { TableRow } from './types.ts'
import { useDataTable, type DataTableProps } from './use-data-table.ts'

/**
 * The table: sticky head, columns as a person arranged them, virtual rows, selection as a rule, the keys of a grid.
 * Filter, sort and page are the caller's; the rows come from the server.
 */
export const DataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { controls, selection, onSelect, total } = props
  const { setScroller, arranging, pageIds, onKeyDown, press, rowMenu, rows } = useDataTable(props)
  const { source, columns, place } = rows
  const active = placeId(place, columns, source)
  const whole = useWholeText()
  useWholeCell(active, whole)
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
      onKeyDown={onKeyDown}
      onClick={press}
      onContextMenu={rowMenu.onContextMenu}
      onBlur={whole.hide}
      {...whole.ears}
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
      {whole.tip}
    </div>
  )
}

/** What is cut in the cell that the keyboard has come to is told whole. */
const useWholeCell = (active: string | undefined, { tell, hide }: ReturnType<typeof useWholeText>): void => {
  useEffect(() => {
    const cell = active?.startsWith('cell-') ? document.getElementById(active) : null
    const isHere = cell?.closest('[role=grid]') === document.activeElement
    const cut = isHere && cell && [...cell.querySelectorAll('*')].find(isCut)
    if (cut) tell(cut)
    else hide()
  }, [active, tell, hide])
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
