import { X, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { formatNumber } from '#client/platform/lib/format.ts'
import { cx } from '../styles/cx.ts'

interface BulkBarProps {
  count: number
  total: number
  /** Whether all matching rows are selected. */
  isAll: boolean
  onAll: () => void
  onClear: () => void
  /** `BulkButton`s for the main actions. */
  children: ReactNode
}

const shape =
  'inline-flex h-7 items-center gap-1.5 rounded-control px-2.5 font-medium whitespace-nowrap hover:bg-inverse-hover focus-visible:outline-on-inverse coarse:h-10'

/**
 * Renders the dark bar shown while rows are selected: the count, a button that selects all matches, and the actions.
 */
export const BulkBar = ({ count, total, isAll, onAll, onClear, children }: BulkBarProps) => {
  if (count === 0) return null
  return (
    <section
      aria-label="Selected rows"
      className="rise absolute bottom-12 left-1/2 z-30 flex w-max max-w-[calc(100%-1rem)] -translate-x-1/2 flex-wrap items-center gap-1 rounded-card bg-inverse p-1.5 text-body text-on-inverse shadow-pop max-md:bottom-2 max-md:w-full"
    >
      <span className="tabular px-2 font-medium whitespace-nowrap" aria-live="polite">
        {formatNumber(count)} selected
      </span>
      {!isAll && total > count && (
        <button type="button" className={`${shape} text-on-inverse-accent`} onClick={onAll}>
          Select all {formatNumber(total)}
        </button>
      )}
      <span aria-hidden className="mx-1 h-4 w-px shrink-0 bg-on-inverse-2/40 max-md:hidden" />
      <span className="flex items-center gap-1 max-md:order-last max-md:basis-full">{children}</span>
      <button
        type="button"
        aria-label="Clear selection"
        className={`${shape} px-1.5! max-md:ml-auto`}
        onClick={onClear}
      >
        <X size={16} aria-hidden />
      </button>
    </section>
  )
}

interface BulkButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon
  ref?: Ref<HTMLButtonElement>
}

/** Renders an action in the bulk bar; without text it needs an `aria-label`. */
export const BulkButton = ({ icon: Icon, children, ...rest }: BulkButtonProps) => (
  <button
    type="button"
    className={cx(shape, 'data-popup-open:bg-inverse-hover', children === undefined && 'px-1.5!')}
    {...rest}
  >
    <Icon size={16} aria-hidden />
    {children}
  </button>
)
