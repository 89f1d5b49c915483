import { ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { get, useFormState } from 'react-hook-form'
import { cx } from '../styles/cx.ts'

interface FoldButtonProps {
  isOpen: boolean
  /** The ID of the element that it opens. */
  controls: string
  onToggle: () => void
  /** The summary shown while the part is collapsed. */
  children: ReactNode
}

/** Renders the line that expands and collapses a part. */
export const FoldButton = ({ isOpen, controls, onToggle, children }: FoldButtonProps) => (
  <button
    type="button"
    aria-expanded={isOpen}
    aria-controls={controls}
    onClick={onToggle}
    className="flex min-h-6 min-w-0 flex-1 items-start gap-2 rounded-control py-0.5 text-left"
  >
    <ChevronRight
      size={16}
      aria-hidden
      className={cx('mt-0.5 shrink-0 text-ink-3 transition-transform', isOpen && 'rotate-90')}
    />
    <span className="min-w-0 flex-1">{children}</span>
  </button>
)

/** A part of a form that is collapsed until it's opened. */
interface Fold {
  /** Whether the user opened it, or it has an error. */
  readonly isOpen: boolean
  readonly isWrong: boolean
  /** Whether its fields are mounted: once opened they stay, hidden, with their text and errors. */
  readonly isMounted: boolean
}

/** Keeps the state of the part under `name`: open when the user opens it or when it has an error. */
export const useFold = (name: string, isWanted: boolean): Fold => {
  const { errors } = useFormState({ name })
  const isWrong = get(errors, name) !== undefined
  const isOpen = isWanted || isWrong
  const [isMounted, setMounted] = useState(isOpen)
  if (isOpen && !isMounted) setMounted(true)
  return { isOpen, isWrong, isMounted: isMounted || isOpen }
}
