import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import { Truncate } from '../overlays/truncate.tsx'

export type Tone = 'neutral' | 'success' | 'info' | 'warning' | 'danger' | 'violet'

const tinted: Record<Tone, string> = {
  neutral: 'bg-neutral-soft text-neutral-text',
  success: 'bg-success-soft text-success-text',
  info: 'bg-info-soft text-info-text',
  warning: 'bg-warning-soft text-warning-text',
  danger: 'bg-danger-soft text-danger-text',
  violet: 'bg-violet-soft text-violet-text',
}

const glyphs: Record<Tone, string> = {
  neutral: 'text-neutral-glyph',
  success: 'text-success-glyph',
  info: 'text-info-glyph',
  warning: 'text-warning-glyph',
  danger: 'text-danger-glyph',
  violet: 'text-violet-glyph',
}

interface PillProps {
  tone?: Tone
  icon?: LucideIcon
  /** Settled: icon and text without a background. Only what needs action is tinted. */
  quiet?: boolean
  className?: string
  children: ReactNode
}

/** Renders a status as a pill, never by color alone: an icon and text too. 20 px high. */
export const Pill = ({ tone = 'neutral', icon: Icon, quiet = false, className, children }: PillProps) => (
  <span
    className={cx(
      'inline-flex h-5 max-w-full items-center gap-1 rounded-pill text-label font-medium whitespace-nowrap',
      quiet ? 'font-normal text-ink-2' : cx('px-1.5', tinted[tone]),
      className,
    )}
  >
    {Icon && (
      <Icon size={13} strokeWidth={2.25} aria-hidden className={cx('shrink-0', quiet && glyphs[tone])} />
    )}
    <Truncate>{children}</Truncate>
  </span>
)

/** Renders a small count or word next to a title. */
export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={cx(
      'tabular inline-flex h-4.5 items-center rounded-pill px-1.5 text-meta font-medium',
      tinted[tone],
    )}
  >
    {children}
  </span>
)
