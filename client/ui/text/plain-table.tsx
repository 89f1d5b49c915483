import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

export interface PlainTableProps {
  /** What the table lists, for screen readers. */
  label: string
  head: ReactNode
  children: ReactNode
  className?: string
}

/** A short list in rows and columns that is read whole; long ones are a `DataTable`. Head 34 px, rows 36. */
export const PlainTable = ({ label, head, children, className }: PlainTableProps) => (
  <table className={cx('w-full border-collapse text-left', className)}>
    <caption className="sr-only">{label}</caption>
    <thead className="bg-sunken text-label text-ink-2">
      <tr className="h-8.5 border-b border-line">{head}</tr>
    </thead>
    <tbody className="[&_tr]:h-9 [&_tr]:border-b [&_tr]:border-line">{children}</tbody>
  </table>
)

interface CellProps {
  align?: 'start' | 'end'
  className?: string
  children?: ReactNode
}

const place = ({ align, className }: CellProps) =>
  cx('px-2.5 first:pl-4 last:pr-4 [&>*]:align-middle', align === 'end' && 'tabular text-right', className)

/** The head of a column. Over buttons it names them for screen readers alone: `<span className="sr-only">`. */
export const HeadCell = (props: CellProps & { children: ReactNode }) => (
  <th scope="col" className={cx('font-medium', place(props))}>
    {props.children}
  </th>
)

export interface SortCellProps extends CellProps {
  /** How the list is sorted by this column now. */
  sorted: 'ascending' | 'descending' | null
  onSort: () => void
}

/** The head of a column that the list can be sorted by. */
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

/** One value of a row. */
export const Cell = (props: CellProps) => <td className={place(props)}>{props.children}</td>
