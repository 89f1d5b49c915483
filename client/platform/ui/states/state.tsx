import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../styles/cx.ts'

interface StateProps {
  icon: LucideIcon
  title: ReactNode
  /** One or two sentences. */
  children?: ReactNode
  /** The next step, as buttons or links. */
  actions?: ReactNode
  /** Uses less space, for a card or a table body. */
  compact?: boolean
  tone?: 'neutral' | 'danger'
  role?: 'alert' | 'status'
}

/** Renders the frame of every screen without content. */
export const State = ({
  icon: Icon,
  title,
  children,
  actions,
  compact,
  tone = 'neutral',
  role,
}: StateProps) => (
  <div
    role={role}
    className={cx(
      'mx-auto flex max-w-sm flex-col items-center px-6 text-center',
      compact ? 'py-10' : 'py-[14dvh]',
    )}
  >
    <span
      className={cx(
        'mb-3 grid size-9 place-items-center rounded-card shadow-line',
        tone === 'danger' ? 'bg-danger-soft text-danger-text' : 'bg-sunken text-ink-3',
      )}
    >
      <Icon size={16} aria-hidden />
    </span>
    <h2 className="text-section font-semibold">{title}</h2>
    {children && <div className="mt-1 text-balance text-ink-2">{children}</div>}
    {actions && <div className="mt-4 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
)
