import { memo, type ReactNode } from 'react'
import { CheckboxBox } from '../controls/checkbox.tsx'
import { cx } from '../cx.ts'
import type { PlacedColumn } from './layout.ts'
import { pinStyle } from './pin-style.ts'
import type { TableRow } from './types.ts'

interface RowProps<Row extends TableRow> {
  row: Row
  columns: readonly PlacedColumn<Row>[]
  /** From the top of the body, in pixels. */
  offset: number
  height: number
  /** Its place among the rows at hand, and among all for screen readers. */
  place: number
  ariaIndex: number
  isSelected: boolean
  isActive: boolean
  /** The cell the keyboard is at, by the place of its column. */
  activeCell: number | null
  /** The column whose cell is being edited. */
  edited: string | null
  onEdited: () => void
  /** Somebody else has just changed it. */
  isFresh: boolean
  label: string
}

/** One line of the table. What it is pressed for, the table hears by delegation. */
const PlainRow = <Row extends TableRow>(props: RowProps<Row>) => {
  const { row, columns, offset, height, isSelected, isActive, activeCell, label } = props
  const ground = cx(
    isSelected ? 'bg-selection' : 'bg-sheet group-hover/row:bg-hover',
    props.isFresh && 'flash',
    isActive &&
      activeCell === null &&
      'shadow-[inset_0_2px_0_-0.5px_var(--ring),inset_0_-2px_0_-0.5px_var(--ring)]',
  )
  return (
    <div
      role="row"
      id={`row-${row.id}`}
      data-row={props.place}
      aria-rowindex={props.ariaIndex}
      aria-selected={isSelected}
      style={{ transform: `translateY(${offset}px)`, height }}
      className={cx(
        'group/row absolute top-0 left-0 flex w-full min-w-max cursor-default border-b border-line',
        // what is said beside an edited cell stands over the rows below
        props.edited !== null && 'z-2',
      )}
    >
      <div
        role="gridcell"
        data-box
        className={cx('sticky left-0 z-1 flex w-10 shrink-0 items-center justify-center', ground)}
      >
        <CheckboxBox tabIndex={-1} aria-label={`Select ${label}`} checked={isSelected} readOnly />
      </div>
      {columns.map((placed, at) => (
        <Cell
          key={placed.column.id}
          rowId={row.id}
          placed={placed}
          ground={ground}
          isActive={isActive && activeCell === at}
        >
          {props.edited === placed.column.id
            ? placed.column.editor?.(row, props.onEdited)
            : placed.column.cell(row)}
        </Cell>
      ))}
    </div>
  )
}

interface CellProps<Row extends TableRow> {
  rowId: number
  placed: PlacedColumn<Row>
  ground: string
  isActive: boolean
  children: ReactNode
}

const Cell = <Row extends TableRow>({ rowId, placed, ground, isActive, children }: CellProps<Row>) => {
  const { column, width, pin } = placed
  return (
    <div
      role="gridcell"
      id={`cell-${rowId}-${column.id}`}
      data-column={column.id}
      style={{ width, ...pinStyle(placed) }}
      className={cx(
        'flex min-w-0 shrink-0 items-center px-2.5',
        placed.grows && 'grow',
        column.align === 'end' && 'justify-end',
        pin && 'z-1 border-line md:sticky',
        placed.isEdge && (pin === 'start' ? 'md:border-r' : 'md:border-l'),
        ground,
        isActive && 'shadow-[inset_0_0_0_2px_var(--ring)]',
      )}
    >
      <div className="flex min-w-0 items-center [&>*]:truncate">{children}</div>
    </div>
  )
}

// memo forgets that the component is generic in its row.
export const TableLine = memo(PlainRow) as typeof PlainRow
