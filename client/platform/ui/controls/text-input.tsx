import type { InputHTMLAttributes, Ref } from 'react'
import { controlClass, lineClass } from './control.ts'
import { cx } from '../styles/cx.ts'
import { useFieldControl } from './field.tsx'

export interface TextInputProps extends InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>
}

/** Renders a one-line text input. A `Field` around it connects it to its label, hint and error. */
export const TextInput = ({ className, ...rest }: TextInputProps) => (
  <input type="text" {...useFieldControl()} className={cx(controlClass, lineClass, className)} {...rest} />
)
