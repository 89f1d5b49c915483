import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#client/platform/ui/styles/cx.ts'

interface BarFrameProps {
  tone: 'danger' | 'warning'
  icon: LucideIcon
  /** What the bar says. */
  text: ReactNode
  action: ReactNode
  children: ReactNode
}

const colors = { danger: 'bg-danger-soft text-danger-text', warning: 'bg-warning-soft text-warning-text' }

/** Renders every screen below a bar that says what is unusual. */
export const BarFrame = ({ tone, icon: Icon, text, action, children }: BarFrameProps) => (
  <div className="flex h-dvh flex-col">
    <output className={cx('flex shrink-0 items-center gap-3 px-4 py-1.5 md:justify-center', colors[tone])}>
      <Icon size={16} aria-hidden className="shrink-0" />
      <p className="min-w-0 max-md:flex-1">{text}</p>
      {action}
    </output>
    <div className="min-h-0 flex-1 *:h-full!">{children}</div>
  </div>
)
