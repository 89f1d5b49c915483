import { cx } from '../cx.ts'
import { Skeleton } from '../states/skeleton.tsx'
import { boxWidth, type PlacedColumn } from './layout.ts'
import type { Place } from './places.ts'
import type { RowSource } from './row-source.ts'
import { TableLine } from './row.tsx'
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

/** The rows in sight; where one is still being read, its shape. */
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
        <ComingLine key={`place-${index}`} columns={props.columns} offset={start} height={size} />
      )
    })}
  </div>
)

interface ComingLineProps {
  columns: readonly { width: number; column: { id: string } }[]
  offset: number
  height: number
}

const ComingLine = ({ columns, offset, height }: ComingLineProps) => (
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
