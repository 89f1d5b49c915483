import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  /** The line shown while it's collapsed. */
  summary: ReactNode
  /** Whether it's open at first. */
  startsOpen?: boolean
  /** Called when it's opened or closed. */
  onToggle?: (isOpen: boolean) => void
  className?: string
  children: ReactNode
}

/** Renders content that is collapsed to a line until it's opened. */
export const Disclosure = ({
  summary,
  startsOpen = false,
  onToggle,
  className = '',
  children,
}: DisclosureProps) => (
  <details
    className={className}
    open={startsOpen || undefined}
    {...(onToggle ? { onToggle: (event) => onToggle(event.currentTarget.open) } : {})}
  >
    <summary className="flex min-h-8 items-center gap-2 rounded-card px-2 py-1.5 coarse:min-h-11">
      <ChevronRight
        size={16}
        aria-hidden
        className="shrink-0 text-ink-3 transition-transform [[open]>summary>&]:rotate-90"
      />
      <span className="min-w-0">{summary}</span>
    </summary>
    {children}
  </details>
)
