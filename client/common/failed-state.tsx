import type { ReactNode } from 'react'
import { SearchX } from 'lucide-react'
import type { ApiError } from '#client/lib/api-error.ts'
import { BrokenState } from '#client/ui/states/broken-state.tsx'
import { EmptyState } from '#client/ui/states/empty-state.tsx'
import { RefusedState } from '#client/ui/states/refused-state.tsx'

export interface FailedStateProps {
  error: ApiError
  /** What could not be shown, as the start of a sentence: 'The schools'. */
  what: string
  /** Who may: 'Only Shipmate Admins see every school.' */
  who: string
  onRetry: () => void
  /** Where to go when it is not there. */
  actions?: ReactNode
  compact?: boolean
}

/** Why a screen has nothing to show: not for this person, not there (or not theirs), not to be read here, or broken. */
export const FailedState = ({ error, what, who, onRetry, actions, compact = false }: FailedStateProps) => {
  if (error.kind === 'forbidden') return <RefusedState compact={compact}>{who}</RefusedState>
  if (error.kind === 'not-found')
    return (
      <EmptyState compact={compact} icon={SearchX} title="There is nothing here" actions={actions}>
        {what} may have been removed, or belongs to a school that is not yours.
      </EmptyState>
    )
  const isKept = error.kind === 'unreadable'
  return (
    <BrokenState
      compact={compact}
      title={`${what} could not be ${isKept ? 'read' : 'loaded'}`}
      onRetry={onRetry}
      reference={error.requestId}
    >
      {isKept && error.message}
    </BrokenState>
  )
}
