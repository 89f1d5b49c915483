import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../styles/cx.ts'

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> {
  icon: LucideIcon
  /** The action, for screen readers. */
  label: string
  size?: 'md' | 'sm'
  ref?: Ref<HTMLButtonElement>
}

/** Renders a square button with an icon: 28 px (24 px small), larger on touch screens. */
export const IconButton = ({
  icon: Icon,
  label,
  size = 'md',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <button
    type={type}
    aria-label={label}
    className={cx(
      'inline-grid shrink-0 place-items-center rounded-control text-ink-3 transition-colors duration-100 hover:bg-hover hover:text-ink active:bg-pressed data-popup-open:bg-hover data-popup-open:text-ink disabled:opacity-50 aria-disabled:opacity-50',
      size === 'md' ? 'size-7 coarse:size-10' : 'size-6 coarse:size-9',
      className,
    )}
    {...rest}
  >
    <Icon size={16} aria-hidden />
  </button>
)
