import { memo, type ReactNode } from 'react'
import { CheckboxBox } from '../controls/checkbox.tsx'
import { cx } from '../styles/cx.ts'
import { Skeleton } from '../states/skeleton.tsx'
import { boxWidth, type PlacedColumn } from './layout.ts'
import { pinStyle } from './on-screen.ts'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import { isSelected, type Selection } from './selection.ts'
import type { TableRow } from './types.ts'
import type { RowWindow } from './use-row-window.ts'

/** The cell that is being edited. */
export interface EditedCell {
  readonly id: number
  readonly column: string
}

interface BodyProps<Row extends TableRow> {
  columns: readonly PlacedColumn<Row>[]
  source: RowSource<Row>
  first: number
  selection: Selection
  place: Place | null
  edited: EditedCell | null
  onEdited: () => void
  fresh: ReadonlySet<number>
  isStale: boolean
  rowLabel: (row: Row) => string
  rowWindow: RowWindow
}

/** Renders the visible rows, and placeholders for rows that are loading. */
export const Body = <Row extends TableRow>(props: BodyProps<Row>) => (
  <div
    role="rowgroup"
    className={cx('relative', props.isStale && 'opacity-60 transition-opacity delay-150')}
    style={{ height: props.rowWindow.height }}
  >
    {props.rowWindow.items.map(({ index, start, size }) => {
      const row = props.source.at(index)
      return row ? (
        <TableLine
          key={row.id}
          row={row}
          columns={props.columns}
          offset={start}
          height={size}
          place={index}
          ariaIndex={props.first + index + 2}
          isSelected={isSelected(props.selection, row.id)}
          isActive={props.place?.row === index}
          activeCell={props.place?.row === index ? props.place.column : null}
          edited={props.edited?.id === row.id ? props.edited.column : null}
          onEdited={props.onEdited}
          isFresh={props.fresh.has(row.id)}
          label={props.rowLabel(row)}
        />
      ) : (
        <LoadingLine key={`place-${index}`} columns={props.columns} offset={start} height={size} />
      )
    })}
  </div>
)

interface LoadingLineProps {
  columns: readonly { width: number; column: { id: string } }[]
  offset: number
  height: number
}

const LoadingLine = ({ columns, offset, height }: LoadingLineProps) => (
  <div
    aria-hidden
    style={{ transform: `translateY(${offset}px)`, height }}
    className="absolute top-0 left-0 flex min-w-max items-center border-b border-line"
  >
    <div style={{ width: boxWidth }} />
    {columns.map(({ column, width }) => (
      <div key={column.id} style={{ width }} className="shrink-0 px-2.5">
        <Skeleton className="h-3 w-3/5" />
      </div>
    ))}
  </div>
)

interface RowProps<Row extends TableRow> {
  row: Row
  columns: readonly PlacedColumn<Row>[]
  /** Pixels from the top of the body. */
  offset: number
  height: number
  /** Its position among the loaded rows, and among all rows for screen readers. */
  place: number
  ariaIndex: number
  isSelected: boolean
  isActive: boolean
  /** The cell with the keyboard focus, by column index. */
  activeCell: number | null
  /** The column whose cell is being edited. */
  edited: string | null
  onEdited: () => void
  /** Whether someone else just changed it. */
  isFresh: boolean
  label: string
}

/** Renders a table row. The table handles presses by event delegation. */
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
        // a message next to an edited cell appears above the rows below
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
        'flex min-w-0 shrink-0 items-center px-2.5 max-[1119px]:px-1.5',
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

// memo loses the generic type of the row
const TableLine = memo(PlainRow) as typeof PlainRow
