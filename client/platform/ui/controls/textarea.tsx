import type { Ref, TextareaHTMLAttributes } from 'react'
import { controlClass } from './control.ts'
import { cx } from '../styles/cx.ts'
import { useFieldControl } from './field.tsx'

interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** Renders a text area that grows with its text in browsers that support it. */
export const Textarea = ({ className, rows = 3, ...rest }: TextareaProps) => (
  <textarea
    rows={rows}
    {...useFieldControl()}
    className={cx(controlClass, 'field-sizing-content min-h-16 px-2.5 py-1.5', className)}
    {...rest}
  />
)
