import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'

interface FoldButtonProps {
  isOpen: boolean
  /** The id of what it opens. */
  controls: string
  onToggle: () => void
  /** What stands for the part while it is folded. */
  children: ReactNode
}

/** The line of a part that is folded, which opens it and folds it again. */
export const FoldButton = ({ isOpen, controls, onToggle, children }: FoldButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
    className="flex min-w-0 flex-1 items-start gap-2 rounded-control text-left"
  >
    <ChevronRight
      size={16}
      aria-hidden
      className={cx('mt-0.5 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
    />
    <span className="min-w-0 flex-1">{children}</span>
  </button>
)
