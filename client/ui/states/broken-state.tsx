import { RotateCw, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { State } from './state.tsx'

export interface BrokenStateProps {
  /** What happened: 'The students could not be read.' */
  title?: ReactNode
  /** That nothing was lost, and what to do; a plain sentence stands in. */
  children?: ReactNode
  onRetry?: () => void
  /** What to tell support: the request's id, small and copyable. */
  reference?: string | undefined
  compact?: boolean
}

/** It failed: says what happened, that nothing was lost, and what to do. */
export const BrokenState = ({
  title = 'This could not be loaded',
  children,
  onRetry,
  reference,
  compact,
}: BrokenStateProps) => (
  <State
    icon={Unplug}
    tone="danger"
    role="alert"
    title={title}
    {...(compact === undefined ? {} : { compact })}
    actions={
      onRetry && (
        <Button icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      )
    }
  >
    {children || 'Nothing was lost or changed. Try again; if it keeps happening, tell your administrator.'}
    {reference && <p className="mt-2 font-mono text-meta text-ink-3 select-all">Reference {reference}</p>}
  </State>
)
