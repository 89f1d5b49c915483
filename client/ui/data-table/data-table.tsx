import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { CheckboxBox } from '../checkbox.tsx'
import { SkeletonLines } from './skeleton-lines.tsx'
import { Header } from './header.tsx'
import { isSelected, pageState, select, type Selection } from './selection.ts'
import { TableLine } from './row.tsx'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import { useTableKeys } from './use-table-keys.ts'

export interface DataTableProps<Row extends TableRow> {
  /** The name of the table for screen readers. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** The rows of the page; undefined while the first are read. */
  rows: readonly Row[] | undefined
  /** How many there are in all, and where the page begins, for screen readers. */
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

const rowHeight = 36
const boxWidth = 40

/**
 * The table: sticky head, pinned first columns, virtual rows, selection as a rule, the keys of a grid.
 * Filter, sort and page are the caller's; the rows come from the server a page at a time.
 */
export const DataTable = <Row extends TableRow>(props: DataTableProps<Row>) => {
  const { label, columns, rows, controls, selection, onSelect, onOpen, rowLabel, total, first } = props
  // The scroll element is held in state: a plain ref paints nothing when the rows are there at once.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null)
  const list = rows ?? noRows
  const ids = useMemo(() => list.map(({ id }) => id), [list])
  const lefts = useMemo(() => leftsOf(columns), [columns])
  const virtual = useVirtualizer({
    count: list.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollPaddingStart: rowHeight,
  })
  const open = useCallback(
    (id: number) => {
      const row = list.find((one) => one.id === id)
      if (row) onOpen(row as Row)
    },
    [list, onOpen],
  )
  const keys = useTableKeys({
    ids,
    selection,
    isSelected: (id) => isSelected(selection, id),
    onSelect,
    onOpen: open,
    onMove: (index) => virtual.scrollToIndex(index),
    pageRows: Math.max(1, Math.floor((scroller?.clientHeight ?? 400) / rowHeight) - 2),
  })
  const press = usePress(selection, keys.toggle, open)
  const state = pageState(selection, ids)
  return (
    <div
      ref={setScroller}
      role="grid"
      aria-label={label}
      aria-multiselectable
      aria-rowcount={total + 1}
      aria-busy={props.isStale === true || rows === undefined}
      aria-activedescendant={
        keys.active !== null && ids.includes(keys.active) ? `row-${keys.active}` : undefined
      }
      tabIndex={0}
      onKeyDown={keys.onKeyDown}
      onClick={press}
      className="relative min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2"
    >
      <Header
        columns={columns}
        controls={controls}
        left={(index) => lefts[index] ?? 0}
        box={
          <CheckboxBox
            aria-label="Select the rows of this page"
            disabled={ids.length === 0}
            checked={state === 'all'}
            indeterminate={state === 'some'}
            onChange={() => onSelect(select(selection, ids, state !== 'all'))}
          />
        }
      />
      {rows === undefined && <SkeletonLines columns={columns} />}
      {rows?.length === 0 && <div className="sticky left-0 w-full max-w-[100cqw]">{props.empty}</div>}
      <div
        role="rowgroup"
        className={props.isStale ? 'relative opacity-60 transition-opacity delay-150' : 'relative'}
        style={{ height: virtual.getTotalSize() }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = list[index]
          return (
            row && (
              <TableLine
                key={row.id}
                row={row as Row}
                columns={columns}
                offset={start}
                index={first + index}
                isSelected={isSelected(selection, row.id)}
                isActive={keys.active === row.id}
                label={rowLabel(row as Row)}
                lefts={lefts}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const noRows: readonly never[] = []

const leftsOf = (columns: readonly { pinned?: boolean; width: number }[]): number[] => {
  let left = boxWidth
  return columns.map((column) => {
    const here = left
    if (column.pinned) left += column.width
    return here
  })
}

/** One ear for all rows: a press on the box selects, anywhere else opens; links, buttons and marked text are left alone. */
const usePress = (
  selection: Selection,
  toggle: (id: number, on: boolean, ranges: boolean) => void,
  open: (id: number) => void,
) =>
  useCallback(
    (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const id = Number(event.target.closest<HTMLElement>('[data-row]')?.dataset['row'])
      if (!id) return
      if (event.target.closest('input[type="checkbox"]'))
        toggle(id, !isSelected(selection, id), event.shiftKey)
      else if (event.target.closest('label, a, button') || window.getSelection()?.type === 'Range') return
      else if (event.metaKey || event.ctrlKey || event.shiftKey)
        toggle(id, event.shiftKey || !isSelected(selection, id), event.shiftKey)
      else open(id)
    },
    [selection, toggle, open],
  )
