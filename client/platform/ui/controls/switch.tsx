import type { InputHTMLAttributes, ReactNode } from 'react'
import { cx } from '../styles/cx.ts'
import { useFieldControl } from './field.tsx'

interface SwitchProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'role' | 'onChange'> {
  label: ReactNode
  hint?: ReactNode
  onChange?: (on: boolean) => void
}

/** Renders a switch that takes effect at once. Use a checkbox for a choice that is saved with *Save*. */
export const Switch = ({ label, hint, onChange, className, ...rest }: SwitchProps) => (
  <label className={cx('flex min-h-6 items-start justify-between gap-3 py-0.5', className)}>
    <span className="min-w-0">
      {label}
      {hint && <span className="block text-label text-ink-3">{hint}</span>}
    </span>
    <input
      {...useFieldControl()}
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native box: the browser tells its state
      role="switch"
      onChange={(event) => onChange?.(event.target.checked)}
      className="switch-glyph relative mt-px h-4.5 w-8 shrink-0 appearance-none rounded-full bg-line-box transition-colors duration-100 checked:bg-accent disabled:opacity-50"
      {...rest}
    />
  </label>
)
