import { useCallback, type InputHTMLAttributes, type ReactNode, type RefCallback } from 'react'
import { cx } from '../styles/cx.ts'
import { useFieldControl } from './field.tsx'

const box =
  'peer size-3.5 shrink-0 appearance-none rounded-[4px] bg-raised shadow-[0_0_0_1px_var(--line-box)] checked:bg-accent checked:shadow-[0_0_0_1px_var(--accent)] indeterminate:bg-accent indeterminate:shadow-[0_0_0_1px_var(--accent)] aria-invalid:shadow-invalid disabled:opacity-50 coarse:size-4.5 check-glyph'

interface CheckboxBoxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** Shows the mixed state: some, but not all, are selected. */
  indeterminate?: boolean
  ref?: RefCallback<HTMLInputElement>
}

/** Renders a bare native checkbox for table rows; it needs an `aria-label`. */
export const CheckboxBox = ({ indeterminate = false, className, ref: outer, ...rest }: CheckboxBoxProps) => {
  const ref = useCallback(
    (node: HTMLInputElement | null) => {
      if (node) node.indeterminate = indeterminate
      outer?.(node)
    },
    [indeterminate, outer],
  )
  return <input {...useFieldControl()} ref={ref} type="checkbox" className={cx(box, className)} {...rest} />
}

interface CheckboxProps extends CheckboxBoxProps {
  label: ReactNode
  hint?: ReactNode
}

/** Renders a checkbox with a label; a press on the label toggles it. */
export const Checkbox = ({ label, hint, className, ...rest }: CheckboxProps) => (
  <label className={cx('flex min-h-6 items-start gap-2 py-0.5', className)}>
    <span className="flex h-5 items-center">
      <CheckboxBox {...rest} />
    </span>
    <span className="min-w-0 flex-1">
      {label}
      {hint && <span className="block text-label text-ink-3">{hint}</span>}
    </span>
  </label>
)
