import { cx } from '../cx.ts'
import { TableLine } from './row.tsx'
import { isSelected, type Selection } from './selection.ts'
import type { TableColumn, TableRow } from './types.ts'
import type { RowWindow } from './use-row-window.ts'

interface BodyProps<Row extends TableRow> {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  first: number
  lefts: readonly number[]
  selection: Selection
  active: number | null
  isStale: boolean
  rowLabel: (row: Row) => string
  rowWindow: RowWindow
}

/** The rows in sight. */
export const Body = <Row extends TableRow>(props: BodyProps<Row>) => (
  <div
    role="rowgroup"
    className={cx('relative', props.isStale && 'opacity-60 transition-opacity delay-150')}
    style={{ height: props.rowWindow.height }}
  >
    {props.rowWindow.items.map(({ index, start }) => {
      const row = props.rows[index]
      return (
        row && (
          <TableLine
            key={row.id}
            row={row}
            columns={props.columns}
            offset={start}
            index={props.first + index}
            isSelected={isSelected(props.selection, row.id)}
            isActive={props.active === row.id}
            label={props.rowLabel(row)}
            lefts={props.lefts}
          />
        )
      )
    })}
  </div>
)
