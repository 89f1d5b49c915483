import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { State } from './state.tsx'

interface RefusedStateProps {
  title?: ReactNode
  /** Who has access: 'Only Shipmate Admins can change policy years.' */
  children: ReactNode
  actions?: ReactNode
  compact?: boolean
}

/** Renders a message for a user without access: who has it. */
export const RefusedState = ({ title = 'You don’t have access', ...rest }: RefusedStateProps) => (
  <State icon={Lock} title={title} {...rest} />
)
