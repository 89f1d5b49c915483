import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { State } from './state.tsx'

export interface RefusedStateProps {
  title?: ReactNode
  /** Who may, in words: 'Only Shipmate Admins can change periods.' */
  children: ReactNode
  actions?: ReactNode
  compact?: boolean
}

/** Not for this person: says who may. */
export const RefusedState = ({ title = 'This is not open to you', ...rest }: RefusedStateProps) => (
  <State icon={Lock} title={title} {...rest} />
)
