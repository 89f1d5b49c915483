import { cx } from '../styles/cx.ts'

/** Renders a placeholder; give it the size of the content. */
export const Skeleton = ({ className }: { className?: string }) => (
  <span aria-hidden className={cx('shimmer block rounded-pill bg-pressed', className)} />
)

/** Renders placeholder rows while a list loads; announced once to screen readers. */
export const SkeletonRows = ({ rows = 8, label = 'Loading' }: { rows?: number; label?: string }) => (
  <div aria-busy="true" className="flex flex-col">
    <output className="sr-only">{label}</output>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className="flex h-9 items-center gap-6 border-b border-line px-4">
        <Skeleton className="h-3 w-40" />
        <Skeleton className="h-3 w-20" />
        <Skeleton className={cx('h-3', row % 3 === 0 ? 'w-28' : 'w-16')} />
        <Skeleton className="h-3 w-24" />
      </div>
    ))}
  </div>
)
