import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { State } from './state.tsx'

export interface EmptyStateProps {
  icon?: LucideIcon
  title: ReactNode
  /** What this place is for. */
  children?: ReactNode
  /** The next act. */
  actions?: ReactNode
  compact?: boolean
}

/** Nothing here yet: says what the place is for and offers the next act. */
export const EmptyState = ({ icon = Inbox, ...rest }: EmptyStateProps) => <State icon={icon} {...rest} />
