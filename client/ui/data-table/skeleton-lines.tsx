import { cx } from '../cx.ts'
import { Skeleton } from '../states/skeleton.tsx'

const lines = Array.from({ length: 14 }, (_, index) => index)
const widths = ['w-3/5', 'w-1/2', 'w-3/4', 'w-2/5'] as const

/** Rows in the shape of those that come. */
export const SkeletonLines = ({
  columns,
}: {
  columns: readonly { column: { id: string }; width: number }[]
}) => (
  <div aria-hidden>
    {lines.map((line) => (
      <div key={line} className="flex h-9 min-w-max items-center border-b border-line">
        <div className="w-10 shrink-0" />
        {columns.map(({ column, width }, at) => (
          <div key={column.id} style={{ width }} className="shrink-0 px-2.5">
            <Skeleton className={cx('h-3', widths[(line * 3 + at) % widths.length])} />
          </div>
        ))}
      </div>
    ))}
  </div>
)
