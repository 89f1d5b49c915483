import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../styles/cx.ts'

interface PlainTableProps {
  /** The table's name, for screen readers. */
  label: string
  head: ReactNode
  children: ReactNode
  className?: string
}

/** Renders a short table; use `DataTable` for long ones. Header 34 px, rows 36. */
export const PlainTable = ({ label, head, children, className }: PlainTableProps) => (
  <table className={cx('w-full border-collapse text-left', className)}>
    <caption className="sr-only">{label}</caption>
    <thead className="bg-sunken text-label text-ink-2">
      <tr className="h-8.5 border-b border-line">{head}</tr>
    </thead>
    <tbody className="[&_tr]:h-9 [&_tr]:border-b [&_tr]:border-line">{children}</tbody>
  </table>
)

/** Renders a short table in a card. If it doesn’t fit, it scrolls sideways. */
export const CardTable = ({ className, ...table }: PlainTableProps) => (
  <div className={cx('overflow-x-auto rounded-card shadow-line', className)}>
    <PlainTable {...table} className="[&>tbody>tr:last-child]:border-b-0" />
  </div>
)

const scroller = 'min-h-0 flex-1 overflow-auto overscroll-contain focus-visible:-outline-offset-2'

interface ScrolledTableProps extends PlainTableProps {
  /** The name of the part that scrolls. */
  region: string
}

/** Renders a plain table that fills the rest of the screen and scrolls, by keyboard too. */
export const ScrolledTable = ({ region, ...table }: ScrolledTableProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
  <section tabIndex={0} aria-label={region} className={scroller}>
    <PlainTable {...table} />
  </section>
)

interface CellProps {
  align?: 'start' | 'end'
  className?: string
  children?: ReactNode
}

const place = ({ align, className }: CellProps) =>
  cx('px-2.5 first:pl-4 last:pr-4 [&>*]:align-middle', align === 'end' && 'tabular text-right', className)

/** Renders a column header. Above buttons, label it for screen readers only: `<span className="sr-only">`. */
export const HeadCell = (props: CellProps & { children: ReactNode }) => (
  <th scope="col" className={cx('font-medium', place(props))}>
    {props.children}
  </th>
)

interface SortCellProps extends CellProps {
  /** The current sort by this column. */
  sorted: 'ascending' | 'descending' | null
  onSort: () => void
}

/** Renders a column header that sorts the list. */
export const SortCell = ({ sorted, onSort, children, ...rest }: SortCellProps) => {
  const Arrow = sorted === 'descending' ? ArrowDown : ArrowUp
  return (
    <th scope="col" aria-sort={sorted ?? 'none'} className={cx('font-medium', place(rest))}>
      <button
        type="button"
        onClick={onSort}
        className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-pill px-1 hover:text-ink"
      >
        {children}
        {sorted && <Arrow size={13} aria-hidden />}
      </button>
    </th>
  )
}

/** Renders a cell of a plain table; `align="end"` is for numbers. */
export const Cell = (props: CellProps) => <td className={place(props)}>{props.children}</td>
