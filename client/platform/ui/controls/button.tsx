import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, Ref } from 'react'
import { cx } from '../styles/cx.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'md' | 'sm'

const shape =
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium select-none no-underline transition-[background-color,box-shadow] duration-100 aria-disabled:opacity-50 disabled:opacity-50'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent hover:not-disabled:bg-accent-hover active:not-disabled:bg-accent-hover shadow-[inset_0_1px_0_oklch(1_0_0/.12),0_1px_2px_var(--shade)]',
  secondary:
    'bg-raised text-ink shadow-control hover:not-disabled:bg-hover active:not-disabled:bg-pressed data-popup-open:bg-hover',
  ghost:
    'bg-transparent text-ink-2 hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-pressed data-popup-open:bg-hover',
  danger:
    'bg-danger text-white hover:not-disabled:bg-danger-hover active:not-disabled:bg-danger-hover shadow-[inset_0_1px_0_oklch(1_0_0/.12),0_1px_2px_var(--shade)]',
}

const sizes: Record<ButtonSize, string> = {
  md: 'px-3 text-body coarse:px-4',
  sm: 'px-2 text-label coarse:px-3',
}

const heights: Record<ButtonSize, string> = {
  md: 'h-8 whitespace-nowrap coarse:h-10',
  sm: 'h-7 whitespace-nowrap coarse:h-9',
}

/** Never wider than its place: a text that’s too long takes more lines. */
const wrappedHeights: Record<ButtonSize, string> = {
  md: 'min-h-8 max-w-full py-1.5 wrap-anywhere coarse:min-h-10 [&>svg]:shrink-0',
  sm: 'min-h-7 max-w-full py-1.5 wrap-anywhere coarse:min-h-9 [&>svg]:shrink-0',
}

/** The classes of a button, for links that look like one. */
export const buttonClass = (
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  wraps = false,
): string => cx(shape, variants[variant], sizes[size], (wraps ? wrappedHeights : heights)[size])

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  /** For a text with a name of any length: wraps it where it doesn’t fit on a line. */
  wraps?: boolean
  /** Shows a spinner, keeps the width and the focus, and ignores presses. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** Renders a button. `type` defaults to `button`, so that no button submits a form by accident. */
export const Button = ({
  variant = 'secondary',
  size = 'md',
  icon: Icon,
  wraps,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) => (
  <button
    type={busy ? 'button' : type}
    className={cx(buttonClass(variant, size, wraps), className)}
    aria-busy={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    {...rest}
  >
    {busy ? (
      <LoaderCircle size={16} aria-hidden className="spin -ml-0.5" />
    ) : (
      Icon && <Icon size={16} aria-hidden className="-ml-0.5" />
    )}
    {children}
  </button>
)
