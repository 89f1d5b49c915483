import { memo } from 'react'
import { CheckboxBox } from '../checkbox.tsx'
import { cx } from '../cx.ts'
import type { TableColumn, TableRow } from './types.ts'

interface RowProps<Row extends TableRow> {
  row: Row
  columns: readonly TableColumn<Row>[]
  /** From the top of the body, in pixels. */
  offset: number
  index: number
  isSelected: boolean
  isActive: boolean
  label: string
  lefts: readonly number[]
}

/** One line of the table; 36 px. What it is pressed for, the table hears by delegation. */
const PlainRow = <Row extends TableRow>(props: RowProps<Row>) => {
  const { row, columns, offset, index, isSelected, isActive, label, lefts } = props
  const ground = cx(
    isSelected ? 'bg-selection' : 'bg-sheet group-hover/row:bg-hover',
    isActive && 'shadow-[inset_0_2px_0_-0.5px_var(--ring),inset_0_-2px_0_-0.5px_var(--ring)]',
  )
  return (
    <div
      role="row"
      id={`row-${row.id}`}
      data-row={row.id}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${offset}px)` }}
      className="group/row absolute top-0 left-0 flex h-9 w-full min-w-max cursor-default border-b border-line"
    >
      <div
        role="gridcell"
        data-box
        className={cx('sticky left-0 z-1 flex w-10 shrink-0 items-center justify-center', ground)}
      >
        <CheckboxBox tabIndex={-1} aria-label={`Select ${label}`} checked={isSelected} readOnly />
      </div>
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          style={{ width: column.width, ...(column.pinned ? { left: lefts[at] } : {}) }}
          className={cx(
            'flex min-w-0 shrink-0 items-center px-2.5 last:grow',
            column.align === 'end' && 'justify-end',
            column.pinned && 'z-1 md:sticky md:border-r md:border-line',
            ground,
          )}
        >
          <div className="flex min-w-0 items-center [&>*]:truncate">{column.cell(row)}</div>
        </div>
      ))}
    </div>
  )
}

// memo forgets that the component is generic in its row.
export const TableLine = memo(PlainRow) as typeof PlainRow
