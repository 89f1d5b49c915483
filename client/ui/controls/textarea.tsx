import type { Ref, TextareaHTMLAttributes } from 'react'
import { controlClass } from './control.ts'
import { cx } from '../cx.ts'
import { useFieldControl } from './field.tsx'

export interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>
}

/** Several lines; grows with what is typed where the browser knows how. */
export const Textarea = ({ className, rows = 3, ...rest }: TextareaProps) => (
  <textarea
    rows={rows}
    {...useFieldControl()}
    className={cx(controlClass, 'field-sizing-content min-h-16 px-2.5 py-1.5', className)}
    {...rest}
  />
)
