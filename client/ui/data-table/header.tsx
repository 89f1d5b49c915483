import { ArrowDown, ArrowUp } from 'lucide-react'
import type { SortKey } from '#contract/table-query.ts'
import { cx } from '../cx.ts'
import { ColumnMenu } from './column-menu.tsx'
import { pressSort } from './sorting.ts'
import type { TableColumn, TableControls, TableRow } from './types.ts'

interface HeaderProps<Row extends TableRow> {
  columns: readonly TableColumn<Row>[]
  controls: TableControls
  /** The box over the page's rows. */
  box: React.ReactNode
  lefts: readonly number[]
}

const ariaSort = (key: SortKey | undefined): 'ascending' | 'descending' | 'none' => {
  if (!key) return 'none'
  return key.descending ? 'descending' : 'ascending'
}

/** The head of the table: 34 px, one menu per column; a press sorts, with ⌘, Ctrl or Shift it joins the sort. */
export const Header = <Row extends TableRow>({ columns, controls, box, lefts }: HeaderProps<Row>) => (
  <div role="rowgroup" className="sticky top-0 z-10 w-max min-w-full bg-sunken">
    <div role="row" aria-rowindex={1} className="flex h-8.5 min-w-max border-b border-line">
      <div
        role="columnheader"
        className="sticky left-0 z-10 flex w-10 shrink-0 items-center justify-center bg-sunken"
      >
        {box}
      </div>
      {columns.map((column, index) => (
        <HeaderCell key={column.id} column={column} controls={controls} left={lefts[index] ?? 0} />
      ))}
    </div>
  </div>
)

interface HeaderCellProps<Row extends TableRow> {
  column: TableColumn<Row>
  controls: TableControls
  left: number
}

const HeaderCell = <Row extends TableRow>({ column, controls, left }: HeaderCellProps<Row>) => {
  const { sort, onSort } = controls
  const rank = sort.findIndex((key) => key.field === column.id)
  const key = sort[rank]
  const Arrow = key?.descending ? ArrowDown : ArrowUp
  return (
    <div
      role="columnheader"
      aria-sort={ariaSort(key)}
      style={{ width: column.width, ...(column.pinned ? { left } : {}) }}
      className={cx(
        'group/head relative flex shrink-0 items-center text-label font-medium text-ink-2 last:grow',
        column.pinned && 'z-10 bg-sunken md:sticky md:border-r md:border-line',
      )}
    >
      <button
        type="button"
        className="flex h-full min-w-0 flex-1 items-center gap-1 px-2.5 text-left hover:text-ink focus-visible:-outline-offset-2"
        onClick={(event) =>
          onSort(pressSort(sort, column.id, event.metaKey || event.ctrlKey || event.shiftKey))
        }
      >
        <span className="truncate">{column.label}</span>
        {key && <Arrow size={13} aria-hidden className="shrink-0 text-ink-2" />}
        {key && sort.length > 1 && <span className="tabular text-meta text-ink-3">{rank + 1}</span>}
      </button>
      <ColumnMenu column={column} controls={controls} />
    </div>
  )
}
