import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import type { SortKey } from '#contract/platform/table-query.ts'
import { CheckboxBox } from '../controls/checkbox.tsx'
import { cx } from '../styles/cx.ts'
import { Truncate } from '../overlays/truncate.tsx'
import { useDragOrder } from '../drag/use-drag-order.ts'
import { ColumnMenu } from './column-menu.tsx'
import { moveColumn, resizeColumn, type Arranging, type Pin, type PlacedColumn } from './layout.ts'
import { pinStyle } from './on-screen.ts'
import { countSelected, everything, nothing, pageState, select, type Selection } from './selection.ts'
import { pressSort, shownSort } from './sorting.ts'
import type { TableColumn, TableControls, TableRow } from './types.ts'

interface HeaderProps<Row extends TableRow> extends SelectBoxProps {
  columns: readonly PlacedColumn<Row>[]
  controls: TableControls
  arranging: Arranging
  /** The column with the keyboard focus, if it's in the header. */
  active: string | null
}

const ariaSort = (key: SortKey | undefined): 'ascending' | 'descending' | 'none' => {
  if (!key) return 'none'
  return key.descending ? 'descending' : 'ascending'
}

/** Renders the table header: 34 px, one menu per column. A press sorts; with ⌘, Ctrl or Shift it adds to the sort. */
export const Header = <Row extends TableRow>(props: HeaderProps<Row>) => (
  <div role="rowgroup" className="sticky top-0 z-10 w-max min-w-full bg-sunken">
    <div role="row" aria-rowindex={1} className="flex h-8.5 min-w-max border-b border-line">
      <div
        role="columnheader"
        className="sticky left-0 z-10 flex w-10 shrink-0 items-center justify-center bg-sunken"
      >
        <SelectBox {...props} />
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
  const sortKey = shownSort(controls).find((key) => key.field === column.id)
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
        // number columns: the name is right-aligned, the menu comes before it
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

/** Renders a column's name: a press sorts, dragging moves the column. It's focused by the grid's keys. */
const SortButton = ({ column: { id, label, align }, controls, handleRef }: SortButtonProps) => {
  const { sort, usualSort, onSort } = controls
  const shown = shownSort(controls)
  const rank = shown.findIndex((key) => key.field === id)
  const key = shown[rank]
  const Arrow = key?.descending ? ArrowDown : ArrowUp
  return (
    <button
      ref={handleRef}
      type="button"
      tabIndex={-1}
      className={cx(
        'flex h-full min-w-0 flex-1 items-center gap-1 px-2.5 text-left max-[1119px]:px-1.5 hover:text-ink focus-visible:-outline-offset-2',
        align === 'end' && 'justify-end',
      )}
      onClick={(event) =>
        onSort(pressSort(sort, id, event.metaKey || event.ctrlKey || event.shiftKey, usualSort))
      }
    >
      <Truncate>{label}</Truncate>
      {key && <Arrow size={13} aria-hidden className="shrink-0 text-ink-2" />}
      {key && shown.length > 1 && <span className="tabular text-meta text-ink-3">{rank + 1}</span>}
    </button>
  )
}

interface ResizeHandleProps {
  width: number
  pin: Pin | null
  onResize: (width: number) => void
  /** A double press fits the column to its contents. */
  onFit: () => void
}

/** Renders the edge of a header that resizes its column. The column's menu does the same for the keyboard. */
const ResizeHandle = ({ width, pin, onResize, onFit }: ResizeHandleProps) => {
  const start = useRef<{ x: number; width: number } | null>(null)
  // a column pinned right grows to the left
  const direction = pin === 'end' ? -1 : 1
  return (
    <div
      aria-hidden
      className={`group/edge absolute inset-y-0 z-20 flex w-2.5 cursor-col-resize touch-none justify-center ${pin === 'end' ? '-left-1' : '-right-1'}`}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={(event) => {
        if (start.current) onResize(start.current.width + direction * (event.clientX - start.current.x))
      }}
      onPointerUp={() => {
        start.current = null
      }}
      onDoubleClick={onFit}
    >
      <span className="my-2 w-0.5 rounded-full bg-transparent group-hover/edge:bg-line-control group-hover/head:bg-line group-active/edge:bg-accent" />
    </div>
  )
}

interface SelectBoxProps {
  /** The IDs on the page; null if the rows aren't paged, and the checkbox selects all matches. */
  pageIds: readonly number[] | null
  total: number
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** Renders the checkbox above the rows, which selects the page or all matches. */
const SelectBox = ({ pageIds, total, selection, onSelect }: SelectBoxProps) => {
  const state = pageIds ? pageState(selection, pageIds) : listState(selection, total)
  const toggle = () => {
    const on = state !== 'all'
    if (pageIds) onSelect(select(selection, pageIds, on))
    else onSelect(on ? everything : nothing)
  }
  return (
    <CheckboxBox
      aria-label={pageIds ? 'Select all rows on this page' : 'Select all rows'}
      tabIndex={-1}
      disabled={total === 0}
      checked={state === 'all'}
      indeterminate={state === 'some'}
      onChange={toggle}
    />
  )
}

const listState = (selection: Selection, total: number): 'all' | 'some' | 'none' => {
  const count = countSelected(selection, total)
  if (count === 0) return 'none'
  return count >= total ? 'all' : 'some'
}
