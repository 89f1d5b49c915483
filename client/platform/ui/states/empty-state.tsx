import { Inbox, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { State } from './state.tsx'

interface EmptyStateProps {
  icon?: LucideIcon
  title: ReactNode
  /** What appears here. */
  children?: ReactNode
  /** The next step. */
  actions?: ReactNode
  compact?: boolean
}

/** Renders an empty state: what appears here, and the next step. */
export const EmptyState = ({ icon = Inbox, ...rest }: EmptyStateProps) => <State icon={icon} {...rest} />
