import { useCallback, useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { CheckboxBox } from '../checkbox.tsx'
import { Body } from './body.tsx'
import { Header } from './header.tsx'
import { isSelected, pageState, select, type Selection } from './selection.ts'
import { SkeletonLines } from './skeleton-lines.tsx'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import { useRowWindow } from './use-row-window.ts'
import { useTableKeys } from './use-table-keys.ts'

export interface DataTableProps<Row extends TableRow> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** The rows of the page; undefined while the first are read. */
  rows: readonly Row[] | undefined
  /** How many there are in all, and how many come before this page, for screen readers. */
  total: number
  first: number
  controls: TableControls
  selection: Selection
  onSelect: (selection: Selection) => void
  rowLabel: (row: Row) => string
  onOpen: (row: Row) => void
  /** Old rows while new ones are read: shown, but faint. */
  isStale?: boolean
  /** Instead of rows: nothing there, or nothing found. */
  empty: ReactNode
}

/**
 * The table: sticky head, pinned first columns, virtual rows, selection as a rule, the keys of a grid.
 * Filter, sort and page are the caller's; the rows come from the server a page at a time.
 */
export const DataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { columns, rows, controls, selection, onSelect, isStale = false } = props
  const list: readonly Row[] = rows ?? noRows
  const ids = useMemo(() => list.map(({ id }) => id), [list])
  const lefts = useMemo(() => leftsOf(columns), [columns])
  // The scroll element is held in state: a plain ref paints nothing when the rows are there at once.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const rowWindow = useRowWindow(scroller, list.length)
  const open = useOpen(list, props.onOpen)
  const keys = useTableKeys({
    ids,
    selection,
    onSelect,
    onOpen: open,
    onMove: rowWindow.show,
    pageRows: rowWindow.perScreen,
  })
  const press = usePress(selection, keys.toggle, open)
  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={props.total + 1}
      aria-busy={isStale || rows === undefined}
      aria-activedescendant={activeRow(keys.active, ids)}
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onClick={press}
      className="@container relative min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <Header
        columns={columns}
        controls={controls}
        lefts={lefts}
        box={<PageBox ids={ids} selection={selection} onSelect={onSelect} />}
      />
      {rows === undefined && <SkeletonLines columns={columns} />}
      {rows?.length === 0 && <EmptyLine>{props.empty}</EmptyLine>}
      <Body
        {...props}
        rows={list}
        lefts={lefts}
        isStale={isStale}
        active={keys.active}
        rowWindow={rowWindow}
      />
    </div>
  )
}

const noRows: readonly never[] = []
const boxWidth = 40

const activeRow = (active: number | null, ids: readonly number[]): string | undefined =>
  active !== null && ids.includes(active) ? `row-${active}` : undefined

const leftsOf = (columns: readonly { pinned?: boolean; width: number }[]): number[] => {
  let left = boxWidth
  return columns.map((column) => {
    const here = left
    if (column.pinned) left += column.width
    return here
  })
}

/** A grid holds rows and nothing else: what stands instead of them is a row as well. */
const EmptyLine = ({ children }: { children: ReactNode }) => (
  <div role="row" className="sticky left-0 w-[100cqw]">
    <div role="gridcell">{children}</div>
  </div>
)

interface PageBoxProps {
  ids: readonly number[]
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** The box over the rows of the page. */
const PageBox = ({ ids, selection, onSelect }: PageBoxProps) => {
  const state = pageState(selection, ids)
  return (
    <CheckboxBox
      aria-label="Select the rows of this page"
      disabled={ids.length === 0}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      onChange={() => onSelect(select(selection, ids, state !== 'all'))}
    />
  )
}

const useOpen = <Row extends TableRow>(list: readonly Row[], onOpen: (row: Row) => void) =>
  useCallback(
    (id: number) => {
      const row = list.find((one) => one.id === id)
      if (row) onOpen(row)
    },
    [list, onOpen],
  )

const rowOf = (target: EventTarget): number | null => {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  return line ? Number(line.dataset['row']) : null
}

/** Links and buttons in a row, and marked text, are left alone. */
const isOwn = (target: Element): boolean =>
  target.closest('a, button') !== null || window.getSelection()?.type === 'Range'

/** One ear for all rows: a press on the box's cell selects, with a held key the row does, else it opens. */
const usePress = (
  selection: Selection,
  toggle: (id: number, on: boolean, ranges: boolean) => void,
  open: (id: number) => void,
) =>
  useCallback(
    (event: MouseEvent) => {
      const id = rowOf(event.target)
      if (id === null || !(event.target instanceof Element)) return
      const isHeld = event.metaKey || event.ctrlKey || event.shiftKey
      // the whole cell is the target, not the small box alone
      if (event.target.closest('[data-box]')) toggle(id, !isSelected(selection, id), event.shiftKey)
      else if (isOwn(event.target)) return
      else if (isHeld) toggle(id, event.shiftKey || !isSelected(selection, id), event.shiftKey)
      else open(id)
    },
    [selection, toggle, open],
  )
