import { cx } from '../styles/cx.ts'

interface ProgressBarProps {
  /** What is running. */
  label: string
  done: number
  /** Zero until the size is known. */
  total: number
  /** Shows 'done of total' next to the label. */
  detail?: string
  className?: string
}

/** Renders how far something is, in percent once the total is known. */
export const ProgressBar = ({ label, done, total, detail, className }: ProgressBarProps) => {
  const known = total > 0
  const percent = known ? Math.min(100, Math.round((done / total) * 100)) : 0
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-4 text-label">
        <span className="font-medium text-ink-2">{label}</span>
        <span className="tabular text-ink-3">{detail ?? (known ? `${percent}%` : '')}</span>
      </div>
      <progress
        aria-label={label}
        max={100}
        {...(known ? { value: percent } : {})}
        className={cx('progress-glyph block h-1.5 w-full', !known && 'shimmer')}
      />
    </div>
  )
}
