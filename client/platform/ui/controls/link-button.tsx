import { createLink } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button.tsx'
import { cx } from '../styles/cx.ts'

interface AnchorButtonProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: LucideIcon
  ref?: Ref<HTMLAnchorElement>
}

/** Renders a plain link (another page, a file) that looks like a button. */
export const AnchorButton = ({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...rest
}: AnchorButtonProps) => (
  <a className={cx(buttonClass(variant, size), className)} {...rest}>
    {Icon && <Icon size={16} aria-hidden className="-ml-0.5" />}
    {children}
  </a>
)

/** Renders a link to a screen that looks like a button; takes the router's `to`, `params` and `search`. */
export const LinkButton = createLink(AnchorButton)
