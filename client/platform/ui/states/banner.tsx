import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../styles/cx.ts'

type BannerTone = 'info' | 'success' | 'warning' | 'danger'

const looks: Record<BannerTone, { icon: LucideIcon; className: string }> = {
  info: { icon: Info, className: 'bg-info-soft text-info-text' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success-text' },
  warning: { icon: TriangleAlert, className: 'bg-warning-soft text-warning-text' },
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-danger-text' },
}

interface BannerProps {
  tone?: BannerTone
  title?: ReactNode
  /** Buttons after the text; below it where both don't fit. */
  actions?: ReactNode
  className?: string
  children?: ReactNode
}

/** Renders a message about the whole form or screen. A danger banner is announced at once, the others politely. */
export const Banner = ({ tone = 'info', title, actions, className, children }: BannerProps) => {
  const { icon: Icon, className: look } = looks[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2 rounded-card px-3 py-2.5', look, className)}
    >
      <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          {title && <p className="font-medium">{title}</p>}
          {children}
        </div>
        {actions}
      </div>
    </div>
  )
}
