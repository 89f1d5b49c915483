import { RotateCw, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { State } from './state.tsx'

interface BrokenStateProps {
  /** What happened: 'The students couldn’t be loaded' */
  title?: ReactNode
  /** That nothing was lost, and what to do; defaults to a general sentence. */
  children?: ReactNode
  onRetry?: () => void
  /** The request's ID for support, small and copyable. */
  reference?: string | undefined
  compact?: boolean
}

/** Renders a failure: what happened, that nothing was lost, and what to do. */
export const BrokenState = ({
  title = 'This didn’t load',
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
    {children || 'Nothing was lost or changed. Try again. If it keeps happening, contact your administrator.'}
    {reference && <p className="mt-2 font-mono text-meta text-ink-3 select-all">Reference {reference}</p>}
  </State>
)
