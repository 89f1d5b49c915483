import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SortKey } from '#contract/table-query.ts'
import { cx } from '../cx.ts'
import { useDragOrder } from '../use-drag-order.ts'
import { ColumnMenu } from './column-menu.tsx'
import { moveColumn, resizeColumn, type Arranging, type PlacedColumn } from './layout.ts'
import { pinStyle } from './pin-style.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { pressSort } from './sorting.ts'
import type { TableColumn, TableControls, TableRow } from './types.ts'
import { Truncate } from '../overlays/truncate.tsx'

interface HeaderProps<Row extends TableRow> {
  columns: readonly PlacedColumn<Row>[]
  controls: TableControls
  arranging: Arranging
  /** The box over the rows. */
  box: ReactNode
  /** The column the keyboard is at, when it is in the head. */
  active: string | null
}

const ariaSort = (key: SortKey | undefined): 'ascending' | 'descending' | 'none' => {
  if (!key) return 'none'
  return key.descending ? 'descending' : 'ascending'
}

/** The head of the table: 34 px, one menu per column; a press sorts, with ⌘, Ctrl or Shift it joins the sort. */
export const Header = <Row extends TableRow>(props: HeaderProps<Row>) => (
  <div role="rowgroup" className="sticky top-0 z-10 w-max min-w-full bg-sunken">
    <div role="row" aria-rowindex={1} className="flex h-8.5 min-w-max border-b border-line">
      <div
        role="columnheader"
        className="sticky left-0 z-10 flex w-10 shrink-0 items-center justify-center bg-sunken"
      >
        {props.box}
      </div>
      {props.columns.map((placed) => (
        <HeaderCell
          key={placed.column.id}
          placed={placed}
          controls={props.controls}
          arranging={props.arranging}
          isActive={props.active === placed.column.id}
        />
      ))}
    </div>
  </div>
)

interface HeaderCellProps<Row extends TableRow> {
  placed: PlacedColumn<Row>
  controls: TableControls
  arranging: Arranging
  isActive: boolean
}

const HeaderCell = <Row extends TableRow>(props: HeaderCellProps<Row>) => {
  const { placed, controls, arranging, isActive } = props
  const { column, width, pin } = placed
  const { layout, onLayout, onFit } = arranging
  const { ref, handleRef, edge } = useDragOrder({
    kind: 'column',
    id: column.id,
    axis: 'x',
    onDrop: (dragged, side) => onLayout(moveColumn(layout, dragged, column.id, side)),
  })
  const sortKey = controls.sort.find((key) => key.field === column.id)
  return (
    <div
      ref={ref}
      role="columnheader"
      id={`head-${column.id}`}
      aria-sort={ariaSort(sortKey)}
      style={{ width, ...pinStyle(placed) }}
      className={cx(
        'group/head relative flex shrink-0 items-center bg-sunken text-label font-medium text-ink-2',
        pin && 'z-10 border-line md:sticky',
        placed.isEdge && (pin === 'start' ? 'md:border-r' : 'md:border-l'),
        placed.grows && 'grow',
        // the name stands over its numbers, the menu before it
        column.align === 'end' && 'flex-row-reverse',
        isActive && 'shadow-[inset_0_0_0_2px_var(--ring)]',
        edge === 'before' && 'shadow-[inset_2px_0_0_0_var(--accent)]',
        edge === 'after' && 'shadow-[inset_-2px_0_0_0_var(--accent)]',
      )}
    >
      <SortButton column={column} controls={controls} handleRef={handleRef} />
      <ColumnMenu placed={placed} controls={controls} arranging={arranging} />
      <ResizeHandle
        width={width}
        pin={pin}
        onResize={(next) => onLayout(resizeColumn(layout, column.id, next))}
        onFit={() => onFit(column.id)}
      />
    </div>
  )
}

interface SortButtonProps {
  column: Pick<TableColumn<TableRow>, 'id' | 'label' | 'align'>
  controls: TableControls
  handleRef: (element: HTMLElement | null) => void
}

/** The column's name: pressed it sorts, dragged it moves the column. The grid's own keys reach it. */
const SortButton = ({
  column: { id, label, align },
  controls: { sort, onSort },
  handleRef,
}: SortButtonProps) => {
  const rank = sort.findIndex((key) => key.field === id)
  const key = sort[rank]
  const Arrow = key?.descending ? ArrowDown : ArrowUp
  return (
    <button
      ref={handleRef}
      type="button"
      tabIndex={-1}
      className={cx(
        'flex h-full min-w-0 flex-1 items-center gap-1 px-2.5 text-left hover:text-ink focus-visible:-outline-offset-2',
        align === 'end' && 'justify-end',
      )}
      onClick={(event) => onSort(pressSort(sort, id, event.metaKey || event.ctrlKey || event.shiftKey))}
    >
      <Truncate>{label}</Truncate>
      {key && <Arrow size={13} aria-hidden className="shrink-0 text-ink-2" />}
      {key && sort.length > 1 && <span className="tabular text-meta text-ink-3">{rank + 1}</span>}
    </button>
  )
}
