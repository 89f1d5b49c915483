import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format.ts'

interface BulkBarProps {
  count: number
  total: number
  /** Whether all that match are selected already. */
  isAll: boolean
  onAll: () => void
  onClear: () => void
  /** `BulkButton`s, the main verbs. */
  children: ReactNode
}

const shape =
  'inline-flex h-7 items-center gap-1.5 rounded-control px-2.5 font-medium whitespace-nowrap hover:bg-inverse-hover focus-visible:outline-on-inverse coarse:h-10'

/** The dark bar that floats over a selection: how many, all that match, and what can be done with them. */
export const BulkBar = ({ count, total, isAll, onAll, onClear, children }: BulkBarProps) => {
  if (count === 0) return null
  return (
    <section
      aria-label="Selected rows"
      className="rise absolute bottom-12 left-1/2 z-30 flex max-w-[calc(100%-1rem)] -translate-x-1/2 items-center gap-1 overflow-x-auto rounded-card bg-inverse p-1.5 text-body text-on-inverse shadow-pop max-md:bottom-2"
    >
      <span className="tabular px-2 font-medium whitespace-nowrap" aria-live="polite">
        {formatNumber(count)} selected
      </span>
      {!isAll && total > count && (
        <button type="button" className={`${shape} text-on-inverse-accent`} onClick={onAll}>
          Select all {formatNumber(total)}
        </button>
      )}
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-on-inverse-2/40" />
      {children}
      <button type="button" aria-label="Clear the selection" className={`${shape} px-1.5!`} onClick={onClear}>
        <X size={16} aria-hidden />
      </button>
    </section>
  )
}

/** A verb in the bulk bar. */
export const BulkButton = ({
  icon,
  onPress,
  children,
}: {
  icon: ReactNode
  onPress: () => void
  children: ReactNode
}) => (
  <button type="button" className={shape} onClick={onPress}>
    {icon}
    {children}
  </button>
)
