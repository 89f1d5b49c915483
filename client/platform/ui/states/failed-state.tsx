import type { ReactNode } from 'react'
import { SearchX } from 'lucide-react'
import type { ApiError } from '#client/platform/lib/api-error.ts'
import { BrokenState } from './broken-state.tsx'
import { EmptyState } from './empty-state.tsx'
import { RefusedState } from './refused-state.tsx'

interface FailedStateProps {
  error: ApiError
  /** What couldn't be loaded, as the start of a sentence: 'The schools'. */
  what: string
  /** Who has access: 'Only Shipmate Admins can see all schools.' */
  who: string
  onRetry: () => void
  /** A link to show if it wasn't found. */
  actions?: ReactNode
  compact?: boolean
}

/** Renders why a screen has no content: no access, not found (or no access), not readable, or a failure. */
export const FailedState = ({ error, what, who, onRetry, actions, compact = false }: FailedStateProps) => {
  if (error.kind === 'forbidden') return <RefusedState compact={compact}>{who}</RefusedState>
  if (error.kind === 'not-found')
    return (
      <EmptyState compact={compact} icon={SearchX} title="Not found" actions={actions}>
        {what} may have been removed or archived, or you don’t have access.
      </EmptyState>
    )
  const isKept = error.kind === 'unreadable'
  return (
    <BrokenState
      compact={compact}
      title={`${what} couldn’t be loaded`}
      onRetry={onRetry}
      reference={error.requestId}
    >
      {isKept && error.message}
    </BrokenState>
  )
}
